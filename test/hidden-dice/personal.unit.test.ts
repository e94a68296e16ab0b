/** A player's own words among the options: sealed for the writer, also after the end, and no part of play. */
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { digestOf } from '../../domain/log/seal.ts';
import { type CreateMatch, sameCreation } from '../../domain/match/create.ts';
import {
  blankOptions,
  isLegible,
  isPersonal,
  playOptions,
  sealPersonal,
  sentOptions,
} from '../../domain/match/personal.ts';
import { seeCommit, seeMatch } from '../../domain/match/sight.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import type { Viewer } from '../../domain/sealed.ts';
import { UNTIMED } from '../support/untimed.ts';
import { hiddenDice, hiddenDiceOnly } from './index.ts';
import { player, Table } from './table.ts';

const WISH = 'May the dice love me.';

function tellsWish(table: Table, viewer: Viewer): boolean {
  const { state, commits } = table;
  const seen = [seeMatch(hiddenDice, state, viewer), commits.map((commit) => seeCommit(state, commit, viewer))];
  return canonicalJson(seen).includes(WISH);
}

describe('a personal option', () => {
  const table = new Table(hiddenDice, { options: { wish: WISH } }).fill();

  test('is shown to its writer alone, during play and after the end', () => {
    for (const viewer of [1, 2, 'onlooker'] as const) expect(tellsWish(table, viewer)).toBe(viewer === 1);
    table.resign(2);
    expect(table.state.status).toBe('finished');
    for (const viewer of [1, 2, 'onlooker'] as const) expect(tellsWish(table, viewer)).toBe(viewer === 1);
  });

  test('never reaches the state of the game', () => {
    expect(JSON.stringify(table.state.play)).not.toContain(WISH);
    expect(playOptions(hiddenDice, table.state.options)).toEqual({ solo: false, rounds: 2, minutes: null });
  });

  test('leaves a record that verifies for whoever sees it, and for whoever does not', () => {
    for (const viewer of [1, 2, 'onlooker'] as const) {
      expect(verifyRecord(table.full(viewer), hiddenDiceOnly)).toMatchObject({ verdict: 'ok' });
    }
  });

  test('has a digest that proves the words to whoever is told them with their salt', () => {
    const shown = seeMatch(hiddenDice, table.state, 1).options as { wish: { value: string; salt: string } };
    const hidden = seeMatch(hiddenDice, table.state, 2).options as { wish: { digest: string } };
    expect(digestOf(shown.wish.value, shown.wish.salt)).toBe(hidden.wish.digest);
  });

  test('can be blanked, and the chain still holds', () => {
    const { wish } = table.state.options as { wish: { sealedFor: 1; value: string; salt: string } };
    const blank = { sealedFor: 1, digest: digestOf(wish.value, wish.salt) };
    const [first] = table.commits;
    const events = JSON.parse(JSON.stringify(first?.events).replace(JSON.stringify(wish), JSON.stringify(blank)));
    if (first === undefined) throw new Error('no commit');
    const seen = seeCommit(table.state, { ...first, events }, 1);
    expect(canonicalJson(seen)).not.toContain(WISH);
    expect(seen.events[0]).toMatchObject({ options: { wish: { digest: blank.digest } } });
    expect(sentOptions(hiddenDice, events[0].options)).not.toHaveProperty('wish');

    const { options } = table.state;
    const blanked = blankOptions(hiddenDice, options);
    expect(blanked).toEqual({ ...(options as object), wish: blank });
    expect(blankOptions(hiddenDice, blanked)).toEqual(blanked);
    expect([isLegible(hiddenDice, options), isLegible(hiddenDice, blanked)]).toEqual([true, false]);
    for (const each of [options, blanked]) expect(isPersonal(hiddenDice, each)).toBe(true);
    for (const none of [{}, { wish: null }, null]) expect(isPersonal(hiddenDice, none)).toBe(false);
  });

  test('does not hinder a repeated creation: words are compared, not salts', () => {
    const command = (wish: string, salt: string): CreateMatch => ({
      match: table.state.id,
      player: player(1),
      options: sealPersonal(hiddenDice, { ...(hiddenDice.schemas.options.parse({}) as object), wish }, 1, salt),
      seat: 1,
      seats: null,
      visibility: 'unlisted',
      invited: [],
      entropy: 'pluie d’été',
      secrets: { seed: '00'.repeat(32), saltKey: '00'.repeat(32) },
      rated: false,
      time: UNTIMED,
    });
    const first = table.commits[0]?.events ?? [];
    expect(sameCreation(hiddenDice, command(WISH, '01'.repeat(16)), first)).toBe(true);
    expect(sameCreation(hiddenDice, command('Another wish.', '01'.repeat(16)), first)).toBe(false);
  });
});
