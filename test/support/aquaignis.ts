/** Matches of Aquaignis over the API: who is to move, and moves as they are sent. */
import { aquaignis } from '../../domain/aquaignis/index.ts';
import type { State } from '../../domain/aquaignis/types.ts';
import type { Bot } from './bots.ts';
import type { Answer, Client, MatchBody } from './clients.ts';
import type { Random } from './random.ts';

/** What the rules say of a game, kept beside a match so that tests know what is legal in it. */
export class Mirror {
  state: State = aquaignis.setup({}, [1, 2]);
  ply = 0;

  get seat(): 1 | 2 {
    return aquaignis.toMove(this.state)[0] === 2 ? 2 : 1;
  }

  get over(): boolean {
    return this.state.phase.type !== 'playing';
  }

  get legal(): string[] {
    return aquaignis.legalMoves(this.state, this.seat).map(aquaignis.formatMove);
  }

  get position(): string {
    return aquaignis.formatPosition(this.state, 'onlooker', false);
  }

  play(text: string): void {
    const move = aquaignis.parseMove(text);
    const verdict = move === null ? null : aquaignis.decide(this.state, this.seat, move);
    if (verdict?.ok !== true) throw new Error(`${text} is not legal in ${this.position}`);
    this.state = verdict.events.reduce(aquaignis.evolve, this.state);
    this.ply += 1;
  }

  copy(): Mirror {
    return Object.assign(new Mirror(), { state: this.state, ply: this.ply });
  }
}

export function sendMoves(
  client: Client,
  match: string,
  ply: number,
  ...moves: readonly string[]
): Promise<Answer<MatchBody>> {
  return client.call<MatchBody>('POST', `/v1/matches/${match}/moves`, { ply, moves });
}

/** Plays `count` plies one by one; players by seat. */
export async function playOn(
  match: string,
  mirror: Mirror,
  [first, second]: readonly [Client, Client],
  bot: Bot,
  random: Random,
  count: number,
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const mover = mirror.seat === 1 ? first : second;
    const move = bot(mirror.state, random);
    const answer = await sendMoves(mover, match, mirror.ply, move);
    if (answer.status !== 200) throw new Error(`ply ${mirror.ply}, ${move}: ${answer.text}`);
    mirror.play(move);
  }
}
