/** Giving a webhook a new secret. Of two rotations at once each gives one that signs: the second goes by the first. */
import type { Player } from '../../store/players.ts';
import type { Webhook } from '../../store/webhooks.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiProblem } from '../problems.ts';
import { noSuchWebhook } from './context.ts';
import type { Made } from './create.ts';
import { rotated } from './secrets.ts';

const TRIES_MOST = 20;

export async function rotate(
  deps: ApiDeps,
  player: Player,
  loaded: Webhook,
  key: string | undefined,
  at: Date,
): Promise<Made> {
  let seen: Webhook | null = loaded;
  for (let tries = 0; tries < TRIES_MOST && seen !== null; tries += 1) {
    const secrets = rotated(player, seen, key, deps.random, at);
    const webhook = await deps.webhooks.rotate(seen, secrets);
    const [newest] = secrets;
    if (webhook !== null && newest !== undefined) return { webhook, secret: newest.secret };
    seen = await deps.webhooks.get(player.id, loaded.id);
  }
  throw seen === null ? noSuchWebhook() : new ApiProblem('unavailable');
}
