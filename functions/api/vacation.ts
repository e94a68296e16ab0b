/**
 * A player's leave, set and ended. What knows time zones is loaded when it is first asked for: a cold start for a move
 * does not pay for it.
 */
import { currentLeave, endVacation, leaveState, type VacationBook } from '../../domain/vacation/book.ts';
import type { VacationRefusal, VacationWish } from '../../domain/vacation/wish.ts';
import { ContentionError } from '../play/execute.ts';
import type { Player } from '../store/players.ts';
import type { ApiDeps } from './deps.ts';
import { ApiProblem, invalid } from './problems.ts';

const TRIES_MOST = 20;

/** @throws ApiProblem */
export async function wishVacation(deps: ApiDeps, { id }: Player, wish: VacationWish, at: Date): Promise<VacationBook> {
  const { setVacation } = await import('../../domain/vacation/wish.ts');
  return change(deps, id, (book) => {
    const answer = setVacation(book, wish, at);
    if (!answer.ok) throw refused(answer.refusal, at);
    return answer.book;
  });
}

/** @throws ApiProblem */
export async function moveZone(deps: ApiDeps, player: Player['id'], timeZone: string): Promise<VacationBook> {
  const { setZone } = await import('../../domain/vacation/wish.ts');
  return change(deps, player, (book) => {
    const answer = setZone(book, timeZone);
    if (!answer.ok) throw invalid('body', '/timeZone', answer.refusal.detail);
    return answer.book;
  });
}

export function dropVacation(deps: ApiDeps, { id }: Player, at: Date): Promise<VacationBook> {
  return change(deps, id, (book) => endVacation(book, at));
}

/** As it stands at an instant, with the days of its year and of the next. */
export async function presentVacation(book: VacationBook, at: Date) {
  const { DAYS_A_YEAR, daysUsed, yearAt } = await import('../../domain/vacation/days.ts');
  const leave = currentLeave(book, at);
  const year = yearAt(at, book.timeZone);
  return {
    timeZone: book.timeZone,
    vacation:
      leave === null
        ? null
        : { from: leave.from, to: leave.to, begins: leave.begins, ends: leave.ends, state: leaveState(leave, at) },
    days: [year, year + 1].map((each) => {
      const used = daysUsed(book, each);
      return { year: each, used, left: Math.max(0, DAYS_A_YEAR - used) };
    }),
  };
}

async function change(
  { vacations }: ApiDeps,
  player: Player['id'],
  decide: (book: VacationBook) => VacationBook,
): Promise<VacationBook> {
  for (let attempt = 0; attempt < TRIES_MOST; attempt += 1) {
    const { book, version } = await vacations.book(player);
    const changed = decide(book);
    if (changed === book || (await vacations.put(player, changed, version))) return changed;
  }
  throw new ContentionError('too many changes of one vacation at once');
}

function refused(refusal: VacationRefusal, at: Date): ApiProblem {
  const { detail } = refusal;
  switch (refusal.code) {
    case 'invalid':
      return invalid('body', refusal.pointer, detail);
    case 'too_long':
      return new ApiProblem('vacation_too_long', { detail });
    case 'too_often': {
      const seconds = Math.ceil((refusal.until.getTime() - at.getTime()) / 1000);
      return new ApiProblem('vacation_too_often', { detail }, { 'Retry-After': String(seconds) });
    }
  }
}
