/** What players do in a match of which others must not learn: leave, offers, and plans. */
import type { MatchId } from '../../domain/match/types.ts';
import { type Client, type MatchBody, newMatch } from '../support/clients.ts';

export type Players = Readonly<Record<'Ada' | 'Bob' | 'Cyd' | 'Dot', Client>>;

/** Ada is away, and back; the match gets to know of it. */
export async function takeLeave(
  { Ada, Cyd }: Players,
  id: MatchId,
  timeZone: string,
  caughtUp: () => Promise<void>,
): Promise<void> {
  const days = [Date.now(), Date.now() + 5 * 86_400_000].map((at) => new Date(at).toISOString().slice(0, 10));
  const [from, to] = days;
  const away = await Ada.call('PUT', '/v1/me/vacation', { from, to, timeZone });
  if (away.status !== 200) throw new Error(away.text);
  await caughtUp();
  await Cyd.call('GET', `/v1/matches/${id}/clock`);
  await Ada.call('DELETE', '/v1/me/vacation');
}

/** Offers of every kind and what becomes of them, with hands hidden all the time; at last one stands. The one that was declined. */
export async function offerEverything({ Ada, Bob, Cyd }: Players, id: MatchId): Promise<string> {
  const at = `/v1/matches/${id}/offers`;
  const offer = async (by: Client, wish: object) => {
    const made = await by.call<MatchBody>('POST', at, wish);
    if (made.status !== 201) throw new Error(made.text);
    return made.body.head.seq;
  };
  const settle = await offer(Ada, { kind: 'settle' });
  await Bob.call('POST', `${at}/${settle}/accept`);
  await Cyd.call('POST', `${at}/${settle}/decline`);
  await Bob.call('POST', `${at}/${await offer(Bob, { kind: 'settle' })}/withdraw`);
  const pause = await offer(Cyd, { kind: 'pause', for: 'P1D' });
  for (const player of [Ada, Bob]) await player.call('POST', `${at}/${pause}/accept`);
  const resume = await offer(Bob, { kind: 'resume' });
  for (const player of [Ada, Cyd]) await player.call('POST', `${at}/${resume}/accept`);
  await offer(Ada, { kind: 'settle' });
  return String(settle);
}

/** A public match in which Ada has laid a plan, which answers Bob if he `comes`. */
export async function layPlan({ Ada, Bob }: Players, answer: readonly string[], comes: boolean): Promise<MatchId> {
  const { id } = await newMatch(Ada, Bob, { visibility: 'public' });
  const move = (player: Client, ply: number, moves: readonly string[]) =>
    player.call('POST', `/v1/matches/${id}/moves`, { ply, moves });
  await move(Ada, 0, ['spawn 4']);
  const when = ['spawn 4', 'charge 4'];
  const branches = [{ when, answer }];
  const laid = await Ada.call('PUT', `/v1/matches/${id}/plan`, { ply: 1, branches });
  if (laid.status !== 200) throw new Error(laid.text);
  if (comes) await move(Bob, 1, when);
  return id as MatchId;
}

/** From then on the two are kept apart. */
export async function block(by: Client, player: Client): Promise<void> {
  const blocked = await by.call('PUT', `/v1/me/blocks/${player.id}`);
  if (blocked.status !== 204) throw new Error(blocked.text);
}
