/** What the player said in matches, and noted on them. */
import { isMatchId } from '../../../domain/match/ids.ts';
import type { Asking } from './section.ts';

const PAGE = 100;

/** By match, and in each in order. A place is a match and the number of a message. */
export async function* ownTalk({ deps, player }: Asking, after: string) {
  const [last = '', number = '0'] = after.split(' ');
  if (isMatchId(last)) yield* saidIn(last, Number(number));
  for await (const match of deps.traces.of(player.id, 'talk', last)) yield* saidIn(match, 0);

  async function* saidIn(match: string, from: number) {
    for (let done = from; isMatchId(match); ) {
      const messages = await deps.talk.read(match, done, PAGE);
      for (const { number: own, at, by, to, text, player: author } of messages) {
        if (author === player.id) yield { entry: { match, number: own, at, by, to, text }, place: `${match} ${own}` };
      }
      done = messages.at(-1)?.number ?? done;
      if (messages.length < PAGE) return;
    }
  }
}

export async function* ownNotes({ deps, player }: Asking, after: string) {
  for await (const note of deps.notes.of(player.id, after)) yield { entry: note, place: note.match };
}
