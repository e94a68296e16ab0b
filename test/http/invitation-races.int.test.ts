/** Fifty who accept, or open a link, at once: one seat, one success, and a clear word for all others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVITED_MOST } from '../../domain/match/invitations.ts';
import { startApi, type TestApi, UNFOLLOWED } from '../support/api.ts';
import { type Answer, type Client, type MatchBody, newPlayer } from '../support/clients.ts';
import { progress } from '../support/progress.ts';
import { rounds } from '../support/rounds.ts';

const ROUNDS = rounds({ soak: 100, brief: 8, local: 4 });
const RACERS = 50;

let api: TestApi;
let ada: Client;
let racers: readonly Client[];

beforeAll(async () => {
  api = await startApi(undefined, { source: UNFOLLOWED });
  ada = await newPlayer(api.send, 'Ada');
  racers = await Promise.all(Array.from({ length: RACERS }, (_, n) => newPlayer(api.send, `Racer ${n}`)));
});
afterAll(() => api.end());

async function made(more: Record<string, unknown> = {}): Promise<string> {
  const wish = { game: 'aquaignis', visibility: 'private', ...more };
  return (await ada.call<MatchBody>('POST', '/v1/matches', wish)).body.id;
}

const linkTo = async (id: string) =>
  (await ada.call<{ link: string; code: string }>('POST', `/v1/matches/${id}/links`)).body;
const open = (who: Client, code: string) => who.call<MatchBody>('POST', '/v1/links/open', { code });
const answerWith = (how: string, id: string, who: Client) =>
  who.call<MatchBody>('POST', `/v1/matches/${id}/invitations/${how}`);
const stateOf = async (id: string) => (await ada.call<MatchBody>('GET', `/v1/matches/${id}`)).body;
const codeOf = ({ status, body }: Answer<MatchBody>) => (status < 300 ? String(status) : `${status} ${body.code}`);

/** The ids of those who sit in the match beside Ada. */
async function seated(id: string): Promise<string[]> {
  return (await stateOf(id)).seats.flatMap(({ player }) =>
    player === null || player.id === ada.id ? [] : [player.id],
  );
}

/** Each set of answers is one player's. The one player who was seated; all answers of the others are of these codes. */
function onlyWinner(answers: ReadonlyMap<Client, readonly Answer<MatchBody>[]>, refusals: readonly string[]): Client {
  const winners = [...answers].filter(([, own]) => own.some(({ status }) => status === 200));
  expect(winners).toHaveLength(1);
  const [winner] = winners[0] ?? [];
  if (winner === undefined) throw new Error('nobody was seated');
  for (const [player, own] of answers) {
    if (player === winner) expect(new Set(own.map(({ text }) => text)).size, 'the same answer each time').toBe(1);
    else for (const answer of own) expect(refusals).toContain(codeOf(answer));
  }
  return winner;
}

async function allAtOnce(
  players: readonly Client[],
  count: number,
  ask: (who: Client) => Promise<Answer<MatchBody>>,
): Promise<ReadonlyMap<Client, readonly Answer<MatchBody>[]>> {
  const asking = Array.from({ length: count }, (_, n) => players[n % players.length] as Client);
  const answers = await Promise.all(asking.map(ask));
  return new Map(players.map((player) => [player, answers.filter((_, n) => asking[n] === player)]));
}

test(`${RACERS} acceptances of all who are invited to one seat (${ROUNDS} rounds)`, async () => {
  const tell = progress(`${RACERS} racing acceptances`, ROUNDS);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const guests = racers.slice(0, INVITED_MOST);
    const id = await made({ invited: guests.map((guest) => guest.id) });
    const answers = await allAtOnce(guests, RACERS, (guest) => answerWith('accept', id, guest));
    const winner = onlyWinner(answers, ['409 match_full']);
    expect(await seated(id)).toEqual([winner.id]);
    expect((await stateOf(id)).head.seq).toBe(2);
    tell(round);
  }
});

test(`${RACERS} players open one link: one is seated, also where more seats are free (${ROUNDS} rounds)`, async () => {
  const tell = progress(`${RACERS} racing for a link`, ROUNDS);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const id = await made(round % 2 === 0 ? { game: 'astromagie', seats: 4 } : {});
    const { code } = await linkTo(id);
    const answers = await allAtOnce(racers, RACERS, (racer) => open(racer, code));
    const winner = onlyWinner(answers, ['410 link_over']);
    expect(await seated(id)).toEqual([winner.id]);
    expect((await stateOf(id)).head.seq).toBe(3);
    tell(round);
  }
});

test(`for the last seat by every way at once: links, invitations, joins (${ROUNDS} rounds)`, async () => {
  const ways = new Set<string>();
  // So few rounds may all be won in one way, by chance.
  for (let round = 1; round <= ROUNDS || (ways.size < 2 && round <= ROUNDS + 40); round += 1) {
    const guests = racers.slice(0, INVITED_MOST);
    const id = await made({ visibility: 'unlisted', invited: guests.map((guest) => guest.id) });
    const links = [await linkTo(id), await linkTo(id)];
    const wayOf = (n: number) => (n < INVITED_MOST ? 'accept' : n % 3 === 0 ? 'join' : 'link');
    const ask = (who: Client) => {
      const n = racers.indexOf(who);
      if (wayOf(n) === 'accept') return answerWith('accept', id, who);
      if (wayOf(n) === 'join') return who.call<MatchBody>('POST', `/v1/matches/${id}/join`);
      return open(who, links[n % 2]?.code ?? '');
    };
    // Who asks first is now the one, now the other.
    const order = [...racers.slice((round * 17) % RACERS), ...racers.slice(0, (round * 17) % RACERS)];
    const answers = await allAtOnce(order, RACERS, ask);
    const winner = onlyWinner(answers, ['409 match_full', '409 match_started', '410 link_over']);
    expect(await seated(id)).toEqual([winner.id]);
    ways.add(wayOf(racers.indexOf(winner)));
  }
  expect(ways.size, 'more ways than one have won').toBeGreaterThan(1);
});

test(`a link is opened while it is revoked, an invitation accepted while it is withdrawn: one of the two (${ROUNDS} rounds)`, async () => {
  const [bob] = racers;
  if (bob === undefined) throw new Error('no racers');
  for (let round = 1; round <= ROUNDS; round += 1) {
    const id = await made({ invited: [bob.id] });
    const { code, link } = await linkTo(id);
    const byLink = round % 2 === 0;
    const takeBack = byLink ? `links/${link}` : `invitations/${bob.id}`;
    const [sat, gone] = await Promise.all([
      byLink ? open(bob, code) : answerWith('accept', id, bob),
      ada.call<MatchBody>('DELETE', `/v1/matches/${id}/${takeBack}`),
    ]);
    const isSeated = (await seated(id)).length === 1;
    expect(sat.status === 200).toBe(isSeated);
    if (!isSeated) expect(['410 link_over', '403 not_asked', '404 not_found']).toContain(codeOf(sat));
    // Of a link that is used up nobody can use it any more; of who has sat down that is another matter.
    expect(codeOf(gone)).toBe(byLink || !isSeated ? '204' : '409 player_seated');
  }
});
