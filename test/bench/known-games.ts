/** The committed games of Aquaignis as moves with their seats. */
import { readFileSync } from 'node:fs';

export interface KnownMove {
  readonly text: string;
  readonly seat: 1 | 2;
}

export function knownGames(): KnownMove[][] {
  const file = process.env.PLYPOST_BENCH_GAMES ?? new URL('../vectors/aquaignis.jsonl', import.meta.url);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const game = JSON.parse(line) as { moves: string[]; positions: string[] };
      return game.moves.map((text, i) => ({ text, seat: game.positions[i]?.split(' ')[1] === 'a' ? 1 : 2 }));
    });
}
