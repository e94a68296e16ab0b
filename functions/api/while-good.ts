/**
 * What goes on being told ends with its token: within a minute of its being revoked, or its account's being closed, and
 * when it expires.
 */
import type { Context } from 'hono';
import type { ApiDeps, ApiEnv } from './deps.ts';
import type { Source } from './source.ts';

export function whileGood<Body>(
  c: Context<ApiEnv>,
  { tokens, players, now }: ApiDeps,
  source: Source<Body>,
): Source<Body> {
  if (c.get('token') === null) return source;
  const bearer = c.get('bearer');
  return {
    topic: source.topic,
    async read(after, limit) {
      const token = await tokens.find(bearer, now());
      const isGood = token !== null && (await players.byId(token.player)) !== null;
      if (!isGood) return { messages: [], more: false, over: true };
      return source.read(after, limit);
    },
  };
}
