/** Damage to what is derived, by chance. */
import { pack, unpack } from '../../functions/store/packing.ts';
import { keys } from '../../functions/store/table.ts';
import { all, database, day, isClock, isModel, isResult, isTurn, PLAYERS, put, random } from './rebuild-kit.ts';
import { dropItems } from './whole-table.ts';

/** Ghosts, old states that say they are new, and holes; nothing in feeds. */
export async function damage(alsoAhead = true): Promise<void> {
  const items = (await all()).filter(isModel);
  const heads = new Map(day.stories.map(({ id, states }) => [id as string, states.at(-1)?.head.seq ?? 0]));
  for (const item of items) {
    const match = /m_[a-z0-9]{16}/.exec(`${item.pk?.S} ${item.sk?.S}`)?.[0] ?? '';
    const head = heads.get(match) ?? 0;
    const seq = { N: String(random.below(head + 1)) };
    const player = random.pick(PLAYERS);
    switch (random.below(8)) {
      case 0:
        await dropItems(database, [item]);
        break;
      case 1:
        await put({ ...item, seq });
        break;
      case 2:
        if (isTurn(item) && item.gone === undefined)
          await put({ ...item, turn: { N: '99' }, seat: { N: '2' }, seq: { N: String(head) } });
        if (isClock(item)) await put({ ...item, due: { N: '7' }, seq: { N: String(head) } });
        if (isResult(item)) await put({ ...item, result: { S: 'aborted' }, seq: { N: String(head) } });
        if (item.match !== undefined) {
          const old = unpack(item.match.B ?? new Uint8Array()) as { head: { seq: number } };
          await put({
            ...item,
            status: { S: 'open' },
            match: { B: pack({ ...old, ply: 77 }) },
            seq: { N: String(head) },
          });
        }
        break;
      case 3:
        // Somebody else's list or turns.
        if (isTurn(item)) await put({ ...item, ...keys.turn(player, match), seq });
        else if (isResult(item)) await put({ ...item, ...keys.result(player, match), seq });
        else if (item.match !== undefined)
          await put({
            ...item,
            ...keys.listed(
              random.pick(['public', 'lobby', `player#${player}`]),
              item.sk?.S?.split('#')[0] ?? '',
              match,
            ),
            seq,
          });
        break;
      case 4:
        // It says that it knows more than there is.
        if (alsoAhead) await put({ ...item, seq: { N: String(head + 1 + random.below(5)) } });
        break;
      case 5:
        // A match that never was, or an entry in another place.
        if (item.match !== undefined) await put({ ...item, sk: { S: `2029-01-01T00:00:00.000Z#${match}` } });
        if (isClock(item)) await put({ ...item, ...keys.clock('m_zzzzzzzzzzzzzzzz') });
        if (isTurn(item)) await put({ ...item, ...keys.turn(player, 'm_zzzzzzzzzzzzzzzz') });
        if (isResult(item)) await put({ ...item, ...keys.result(player, 'm_zzzzzzzzzzzzzzzz') });
        break;
    }
  }
}
