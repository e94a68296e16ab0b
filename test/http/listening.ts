/** Hears all that a server tells anybody: answers with their headers, what goes to webhooks, and its log. */
import { text } from 'node:stream/consumers';
import type { TestApi } from '../support/api.ts';
import { type Client, newPlayer, nobody, type Send } from '../support/clients.ts';
import { onRequests } from '../webhooks/receivers.ts';

/** Something that was told: to whom, and by which way. */
export interface Told {
  readonly who: string;
  /** A route, `webhook`, or `log`. */
  readonly where: string;
  readonly text: string;
}

export interface Listening {
  /** A new account. */
  player(name: string): Promise<Client>;
  readonly nobody: Client;
  /** A URL of the player's own, with a key in it. What is sent there is answered with the status. */
  receiver(name: string, status: number): Promise<URL>;
  told(): readonly Told[];
}

export function listenTo(api: Pick<TestApi, 'lines'>, plain: Send): Listening {
  const heard: Told[] = [];
  const names = new Map<string | null, string>([[null, 'nobody']]);
  const send: Send = async (path, init) => {
    const response = await plain(path, init);
    const told = JSON.stringify([response.status, [...response.headers], await response.clone().text()]);
    const who = names.get(new Headers(init.headers).get('Authorization')) ?? '';
    heard.push({ who, where: `${init.method} ${routeOf(path)}`, text: told });
    return response;
  };
  return {
    nobody: nobody(send),
    async player(name) {
      const client = await newPlayer(send, name);
      names.set(`Bearer ${client.token}`, name);
      return client;
    },
    async receiver(name, status) {
      const { url } = await onRequests(async (request, response) => {
        heard.push({ who: name, where: 'webhook', text: JSON.stringify([request.rawHeaders, await text(request)]) });
        response.writeHead(status).end();
      });
      return new URL(`/for/${name}?key=${name}-keeps-this`, url);
    },
    told: () => [...heard, ...api.lines.map((line) => ({ who: 'log', where: 'log', text: JSON.stringify(line) }))],
  };
}

/** The path with names for what differs, and without its query. */
function routeOf(path: string): string {
  return path
    .replace(/\?.*/, '')
    .replace(/m_[0-9a-z]{16}/, '{match}')
    .replace(/w_[0-9a-z]{16}/, '{webhook}');
}

/** How a list of texts reads in a body that was written down as a text. */
export const listed = (texts: readonly string[]) => JSON.stringify(JSON.stringify(texts)).slice(1, -1);

/** In the file of all that is theirs. */
export const isOwnFile = (owner: string, { who, where }: Told) => who === owner && where === 'GET /v1/me/export';
