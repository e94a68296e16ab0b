/** Whom the caller has blocked. Each of these may be sent again. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { isPlayerId } from '../../../domain/match/ids.ts';
import { requirePlayer } from '../authenticate.ts';
import { BLOCKS_MOST, block, blockList } from '../blocks.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { linkNext } from '../link.ts';
import { loadPlayer } from '../player-context.ts';
import { nothing, pageOf, problems, withToken } from '../responses.ts';
import { blockListQuery, blockListSchema } from '../schemas/block.ts';
import { noQuery, playerParam } from '../schemas/params.ts';
import { send } from '../send.ts';

const listBlocks = createRoute({
  method: 'get',
  path: '/v1/me/blocks',
  operationId: 'listBlocks',
  summary: 'Whom you have blocked, in the order of their ids',
  description: 'Yours alone to see. Who has blocked you is told nowhere.',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { query: blockListQuery },
  responses: { 200: pageOf(blockListSchema, 'A page.'), ...problems('invalid') },
});

const blockPlayer = createRoute({
  method: 'put',
  path: '/v1/me/blocks/{player}',
  operationId: 'blockPlayer',
  summary: 'Block a player',
  description:
    'From the answer on neither of you can invite the other, sit down in an open match in which the other sits, or read ' +
    `what the other says. Matches that you are both in go on. At most ${BLOCKS_MOST}. Sent again it changes nothing.`,
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer, loadPlayer] as const,
  request: { params: playerParam, query: noQuery },
  responses: { 204: nothing('You have blocked that player.'), ...problems('invalid', 'not_found', 'too_many_blocks') },
});

const unblockPlayer = createRoute({
  method: 'delete',
  path: '/v1/me/blocks/{player}',
  operationId: 'unblockPlayer',
  summary: 'Take a block back',
  description:
    'Afterwards you have not blocked that player, so the answer is the same when it is sent again, and of one whom you ' +
    'never blocked. If that player has blocked you, you stay apart.',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { params: playerParam, query: noQuery },
  responses: { 204: nothing('You have not blocked that player any more.'), ...problems('invalid') },
});

export function blockRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(listBlocks, async (c) => {
    const { limit = 50, cursor } = c.req.valid('query');
    const page = await blockList(deps, c.get('caller').id, limit, cursor);
    if (page.next !== null) linkNext(c, 'cursor', page.next);
    return send(c, page, 200);
  });

  app.openapi(blockPlayer, async (c) => {
    await block(deps, c.get('caller').id, c.get('named').id, c.get('receivedAt'));
    return c.body(null, 204, c.get('headers'));
  });

  app.openapi(unblockPlayer, async (c) => {
    const { player } = c.req.valid('param');
    if (isPlayerId(player)) await deps.blocks.remove(c.get('caller').id, player);
    return c.body(null, 204, c.get('headers'));
  });
}
