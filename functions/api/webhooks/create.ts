/** Making a webhook. Of requests under one Idempotency-Key the first makes it; the others find it by its secret. */
import { seatOf } from '../../../domain/match/play.ts';
import { mayRead } from '../../../domain/match/sight.ts';
import type { MatchId } from '../../../domain/match/types.ts';
import type { Player } from '../../store/players.ts';
import type { Webhook } from '../../store/webhooks.ts';
import { newSecret } from '../../webhooks/sign.ts';
import type { ApiDeps } from '../deps.ts';
import { newWebhookId, webhookIdFor } from '../ids.ts';
import { ApiProblem } from '../problems.ts';
import { firstPing } from './ping.ts';
import { secretFor } from './secrets.ts';

export const WEBHOOKS_MOST = 20;

type Wish = Pick<Webhook, 'url' | 'events' | 'match'>;

export interface Made {
  readonly webhook: Webhook;
  readonly secret: string;
}

export async function createWebhook(
  deps: ApiDeps,
  player: Player,
  wish: Wish,
  key: string | undefined,
  at: Date,
): Promise<Made> {
  const id = key === undefined ? newWebhookId(deps.random) : webhookIdFor(player.secret, key);
  // The secret tells this request from another under the same key.
  const { url, events, match } = wish;
  const secret = key === undefined ? newSecret(deps.random) : secretFor(player, [key, url, events, match]);
  const theirs = await deps.webhooks.of(player.id);
  const earlier = theirs.find((webhook) => webhook.id === id);
  if (earlier !== undefined) return again(deps, earlier, secret);
  if (match !== null) await checkSeat(deps, player, match);
  if (theirs.length >= WEBHOOKS_MOST) throw tooMany();

  const webhook: Webhook = {
    id,
    player: player.id,
    ...wish,
    status: 'unverified',
    disabledFor: null,
    secrets: [{ secret, expires: null }],
    createdAt: at.toISOString(),
    failingSince: null,
    cursor: (await deps.feeds.head(player.id)) ?? 0,
  };
  if (!(await deps.webhooks.create(webhook))) {
    const racer = await deps.webhooks.get(player.id, id);
    if (racer === null) {
      throw new ApiProblem('idempotency_key_reused', { detail: `It made ${id}, which has been deleted.` });
    }
    return again(deps, racer, secret);
  }
  await keepToLimit(deps, webhook);
  await firstPing(deps, webhook);
  return { webhook, secret };
}

async function again(deps: ApiDeps, webhook: Webhook, secret: string): Promise<Made> {
  if (webhook.secrets[0]?.secret !== secret) {
    throw new ApiProblem('idempotency_key_reused', {
      detail: `It made ${webhook.id}, of another request, or whose secret has been rotated since.`,
    });
  }
  await firstPing(deps, webhook);
  return { webhook, secret };
}

/** Of those made at once, each of which saw room, whoever finds too many gives way: the last to be put sees them all. */
async function keepToLimit(deps: ApiDeps, { player, id }: Webhook): Promise<void> {
  if ((await deps.webhooks.of(player)).length <= WEBHOOKS_MOST) return;
  await deps.webhooks.withdraw(player, id);
  throw tooMany();
}

function tooMany(): ApiProblem {
  return new ApiProblem('too_many_webhooks', { detail: `At most ${WEBHOOKS_MOST}; delete one.` });
}

async function checkSeat(deps: ApiDeps, player: Player, match: MatchId): Promise<void> {
  const loaded = await deps.log.load(match);
  if (loaded === null || !mayRead(loaded.state, player.id)) {
    throw new ApiProblem('not_found', { detail: 'There is no such match, or it is not yours to read.' });
  }
  if (seatOf(loaded.state, player.id) === undefined) {
    throw new ApiProblem('not_seated', { detail: 'A webhook may be for a match in which you sit.' });
  }
}
