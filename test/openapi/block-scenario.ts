/** A player blocks another one, and the two keep out of each other's way. */

import { BLOCKS_MOST } from '../../functions/api/blocks.ts';
import type { ApiDeps } from '../../functions/api/deps.ts';
import type { TestApi } from '../support/api.ts';
import type { Client, MatchBody } from '../support/clients.ts';
import type { Recorder } from './recorder.ts';

interface Players {
  readonly ada: Client;
  readonly ben: Client;
  readonly cyd: Client;
}

export async function keepApart(
  { ask }: Recorder,
  { ada, ben, cyd }: Players,
  api: TestApi,
  deps: Partial<ApiDeps>,
): Promise<void> {
  const path = { player: ben.id };
  await ask('listBlocks', 'Nobody', { as: cyd });
  await ask('blockPlayer', 'Another player', { as: cyd, path });
  await ask('blockPlayer', 'Oneself', { as: cyd, path: { player: cyd.id } });
  const full = api.appWith({ ...deps, blocks: { ...api.deps.blocks, count: async () => BLOCKS_MOST } });
  await ask('blockPlayer', 'One too many', { as: cyd, path: { player: ada.id }, to: full });
  await ask('listBlocks', 'One’s own', { as: cyd });
  await ask('listBlocks', 'No cursor of this list', { as: cyd, query: 'cursor=bm93aGVyZQ' });
  const wish = { game: 'aquaignis', invited: [cyd.id] };
  await ask('createMatch', 'An invitation to somebody kept apart', { as: ben, body: wish });
  const open = await cyd.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' });
  await ask('joinMatch', 'Where somebody sits who is kept apart', { as: ben, path: { match: open.body.id } });
  await ask('unblockPlayer', 'It is taken back', { as: cyd, path });
}
