/** A match to which as many are asked, and from which as many have gone, as it remembers: it is loaded as quickly as any other. */
import { expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { DEFAULT_TIME } from '../../domain/match/clock/settings.ts';
import { firstCommit, followingCommit } from '../../domain/match/commit.ts';
import { createMatch } from '../../domain/match/create.ts';
import { evolveMatch, type MatchCommit, startMatch } from '../../domain/match/evolve.ts';
import { declineInvitation, INVITED_MOST, invitePlayer, withdrawInvitation } from '../../domain/match/invitations.ts';
import { digestOfCode, LINKS_MOST, makeLink } from '../../domain/match/links.ts';
import { makeMoves } from '../../domain/match/moves.ts';
import { toMove } from '../../domain/match/play.ts';
import type { Decision } from '../../domain/match/problems.ts';
import { joinMatch, leaveMatch } from '../../domain/match/seating.ts';
import type { MatchEvent, MatchState, PlayerId } from '../../domain/match/types.ts';
import { toItem } from '../../functions/store/commit-item.ts';
import { SNAPSHOT_EVERY } from '../../functions/store/dynamo-log.ts';
import { creation, idFrom } from '../support/matches.ts';
import { type Random, randomFrom } from '../support/random.ts';

const SEATS = 5;
/** More than are remembered. */
const GONE = 25;
const MOVES = 150;

const newPlayer = (random: Random): PlayerId => `p_${idFrom(random).slice(2)}`;
/** The most that players may give: 64 code points outside the first plane, each another. */
const longEntropy = (random: Random) =>
  String.fromCodePoint(...Array.from({ length: 64 }, () => 0x10000 + random.below(0x80000)));

function eventsOf(decision: Decision<MatchEvent>): readonly MatchEvent[] {
  if (!decision.ok) throw new Error(decision.problem.detail);
  return decision.events;
}

test.each([0, 1, 2, 3])('five players with the longest entropies, many invited, many gone (seed %i)', (seed) => {
  const random = randomFrom(seed);
  const game = games.newest('astromagie');
  if (game === undefined) throw new Error('no Astromagie');
  const ada = newPlayer(random);
  const wish = creation(idFrom(random), {
    player: ada,
    visibility: 'private',
    options: game.schemas.options.parse({ deals: 20, targetScore: 500, timeLimit: 'P90D' }),
    seats: SEATS,
    entropy: longEntropy(random),
    time: DEFAULT_TIME,
  });
  let at = Date.parse('2030-01-01T00:00:00.000Z');
  const later = () => {
    at += 1 + random.below(3_600_000);
    return new Date(at);
  };
  let last: MatchCommit = firstCommit(wish.match, wish.secrets.saltKey, eventsOf(createMatch(game, wish)), later());
  let match: MatchState = startMatch(wish.match, wish.secrets.saltKey, last, games);
  let without = 0;
  const go = (decision: Decision<MatchEvent>) => {
    last = followingCommit(match, eventsOf(decision), later());
    match = evolveMatch(match, last, games);
    without = toItem(match, last, true).snapshot === undefined ? without + 1 : 0;
    expect(without, `no snapshot fitted into ${without} commits up to ${last.seq}`).toBeLessThan(SNAPSHOT_EVERY);
  };

  const declined: PlayerId[] = [];
  const left: PlayerId[] = [];
  for (let n = 0; n < GONE; n += 1) {
    const [one, other] = [newPlayer(random), newPlayer(random)];
    go(invitePlayer(match, ada, one));
    go(declineInvitation(match, one, 'too-many-matches'));
    declined.push(one);
    go(joinMatch(game, match, { player: other, seat: null, entropy: longEntropy(random) }));
    go(leaveMatch(match, other));
    left.push(other);
  }
  const guests = Array.from({ length: INVITED_MOST }, () => newPlayer(random));
  for (const guest of guests) go(invitePlayer(match, ada, guest));
  for (let n = 0; n < LINKS_MOST; n += 1) go(makeLink(match, ada, digestOfCode(newPlayer(random))));
  for (const player of guests.slice(1 - SEATS)) {
    for (let n = 0; n < SNAPSHOT_EVERY; n += 1) {
      go(withdrawInvitation(match, ada, guests[0] ?? ada));
      go(invitePlayer(match, ada, guests[0] ?? ada));
    }
    go(joinMatch(game, match, { player, seat: null, entropy: longEntropy(random) }));
  }
  expect(match.status).toBe('active');
  // Whoever has just gone is still given the answer again that they may have missed.
  expect(match.declined.map(({ player }) => player)).toEqual(declined.slice(-2));
  expect(Object.keys(match.departed)).toEqual(left.slice(-2));

  for (let n = 0; n < MOVES; n += 1) {
    const [seat = 1] = toMove(game, match);
    const player = match.seats[seat - 1]?.player ?? ada;
    const move = game.formatMove(random.pick(game.legalMoves(match.play, seat)));
    go(makeMoves(game, match, { player, ply: match.ply, moves: [move] }));
  }
});
