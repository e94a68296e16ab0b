/** Players as programs: small HTTP clients for tests. */

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body where it is JSON. */
  readonly body: Body;
}

/** Sends a request to a server, or to an app in this process (`app.request`). */
export type Send = (path: string, init: RequestInit) => Response | Promise<Response>;

export function overHttp(url: string): Send {
  return (path, init) => fetch(url + path, init);
}

/** What tests read of a Match. */
export interface MatchBody {
  readonly id: string;
  readonly status: string;
  readonly ply: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly toMove: readonly number[];
  readonly position: string | null;
  readonly seats: readonly {
    readonly seat: number;
    readonly player: { readonly id: string; readonly name: string } | null;
    readonly status: string;
  }[];
  readonly outcome: { readonly kind: string; readonly winners: readonly number[]; readonly reason: string } | null;
  readonly clock: { readonly kind: string; readonly state: string; readonly deadline: string | null };
  readonly startBy: string | null;
  readonly [field: string]: unknown;
}

export interface Client {
  readonly id: string;
  readonly token: string | null;
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
}

export function clientOf(send: Send, id: string, token: string | null): Client {
  return {
    id,
    token,
    async call<Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const response = await send(path, {
        method,
        headers: {
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = /[/+]json(;|$)/.test(response.headers.get('Content-Type') ?? '');
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: (isJson && text !== '' ? JSON.parse(text) : {}) as Body,
      };
    },
  };
}

export function nobody(send: Send): Client {
  return clientOf(send, '', null);
}

export async function newPlayer(send: Send, name: string): Promise<Client> {
  const answer = await nobody(send).call<{ player: { id: string }; token: string }>('POST', '/v1/players', { name });
  if (answer.status !== 201) throw new Error(`no account: ${answer.text}`);
  return clientOf(send, answer.body.player.id, answer.body.token);
}

/** A match of Aquaignis between two players, begun. */
export async function newMatch(first: Client, second: Client, more: Record<string, unknown> = {}): Promise<MatchBody> {
  const made = await first.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', ...more });
  if (made.status !== 201) throw new Error(`no match: ${made.text}`);
  const joined = await second.call<MatchBody>('POST', `/v1/matches/${made.body.id}/join`);
  if (joined.status !== 200) throw new Error(`no join: ${joined.text}`);
  return joined.body;
}
