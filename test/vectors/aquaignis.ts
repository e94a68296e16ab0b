/** Replays a game of `aquaignis.jsonl`. */
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { chanceFrom } from '../../domain/chance.ts';
import { compare, entryOf, type Replayer } from './kit.ts';
import { replayMoves, scriptOf } from './moves.ts';

/** The game draws none. */
const NO_CHANCE = chanceFrom({ seed: '', match: '', entropies: [] }, 0);

export const replayAquaignis: Replayer = (entry) => {
  const script = scriptOf(entry);
  const result = entryOf(entry, 'result');
  const replay = replayMoves(aquaignis, aquaignis.setup({}, [1, 2]), script, NO_CHANCE);
  if (!replay.same) return replay.difference;
  const outcome = aquaignis.outcome(replay.state);
  const [winner] = outcome?.winners ?? [];
  const letter = winner === undefined ? null : winner === 1 ? 'a' : 'i';
  return (
    compare('result, winner', result.winner, letter) ??
    compare('result, reason', result.reason, outcome?.reason ?? null)
  );
};
