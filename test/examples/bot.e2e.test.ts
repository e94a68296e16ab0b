/** The example bot, as it stands in `examples/bot`, plays whole matches over webhooks from a server of its own. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import type { Client, MatchBody } from '../support/clients.ts';
import { engineName, startEngine } from '../support/engine.ts';
import { freePort } from '../support/free-port.ts';
import { FROM_SOURCE, kill, launch, type Running, readyUrl } from '../support/server.ts';
import { Bot } from './bot-process.ts';
import { Throttle } from './throttle.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FINISHED_WITHIN_MS = 200_000;

let folder: string;
let database: Awaited<ReturnType<typeof startEngine>> | undefined;
let server: Running;
let url: string;
/** The server sends to `ada` and `cyd` themselves; what it sends to `bob` comes to him twice. */
let ada: Bot;
let bob: Bot;
let cyd: Bot;
/** Comes to the server by a way on which there are too many requests. */
let dot: Bot;
let throttle: Throttle;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plypost-bots-'));
  if (engineName === 'local') database = await startEngine();
  const data = database === undefined ? { PLYPOST_DATA: folder } : { DYNAMODB_ENDPOINT: database.endpoint };
  server = launch(FROM_SOURCE, { ...data, PLYPOST_WEBHOOK_LOOPBACK: 'true' });
  url = await readyUrl(server);
  throttle = await Throttle.before(url);
  [ada, bob, cyd, dot] = await Promise.all([
    Bot.named('Ada', url, { relayed: false }),
    Bot.named('Bob', url, { relayed: true }),
    Bot.named('Cyd', url, { relayed: false }),
    Bot.named('Dot', url, { relayed: false, through: throttle.url }),
  ]);
});
afterAll(async () => {
  await Promise.all([ada, bob, cyd, dot].map((bot) => bot?.end()));
  throttle?.stop();
  if (server !== undefined) await kill(server);
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A match with the bots on its seats; from the last join on they are alone with it. */
async function begin(wish: Record<string, unknown>, first: Bot, ...others: readonly Bot[]): Promise<string> {
  const seats = others.length + 1;
  const made = await first.client.call<MatchBody>('POST', '/v1/matches', { ...wish, seats });
  if (made.status !== 201) throw new Error(`no match: ${made.text}`);
  for (const { client } of others) {
    const joined = await client.call('POST', `/v1/matches/${made.body.id}/join`);
    if (joined.status !== 200) throw new Error(`no join: ${joined.text}`);
  }
  return made.body.id;
}

async function read(client: Client, match: string): Promise<MatchBody> {
  return (await client.call<MatchBody>('GET', `/v1/matches/${match}`)).body;
}

async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = FINISHED_WITHIN_MS) {
  for (const end = Date.now() + withinMs; !(await holds()); await sleep(100)) {
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`);
  }
}

/** Waits for the match's end; what its players then have in hand proves itself. */
async function finish(match: string, bot: Bot): Promise<MatchBody> {
  let last: MatchBody | undefined;
  await until(`the end of ${match}`, async () => {
    last = await read(bot.client, match);
    return last.status === 'finished';
  }).catch((error: Error) => {
    throw new Error(`${error.message}, ply ${last?.ply}, to move ${last?.toMove}`);
  });
  const record = await bot.client.call('GET', `/v1/matches/${match}/record`);
  expect(verifyRecord(record.text, games)).toMatchObject({ verdict: 'ok', fault: null });
  return await read(bot.client, match);
}

describe('bots', () => {
  test('play whole matches of every game, told of their turns by webhooks', async () => {
    const wishes = [
      await begin({ game: 'aquaignis' }, ada, bob),
      await begin({ game: 'abiegnus' }, bob, ada),
      await begin({ game: 'abiegnus', options: { mode: 'solitaire' } }, ada),
      await begin({ game: 'astromagie' }, ada, cyd),
      await begin({ game: 'astromagie' }, cyd, bob, ada),
    ];
    const ends = await Promise.all(wishes.map((match) => finish(match, ada)));
    for (const { outcome, ply } of ends) {
      expect(outcome?.reason).not.toBe('resignation');
      expect(ply).toBeGreaterThan(1);
    }
    await bob.relay?.settled();
    expect(bob.relay?.answers.length).toBeGreaterThan(40);
    expect(bob.relay?.answers.filter(([first, again]) => first !== 204 || again !== 204)).toEqual([]);
  });

  test('go on where they were killed, also when what they were told is lost', async () => {
    const { relay } = bob;
    if (relay === null) throw new Error('nothing stands before Bob');
    const told = await begin({ game: 'aquaignis' }, ada, cyd);
    const lost = await begin({ game: 'astromagie' }, bob, cyd);
    for (const match of [told, lost]) {
      await until('a match well under way', async () => (await read(cyd.client, match)).ply > 10);
    }
    relay.mode = 'swallow';
    await Promise.all([ada.kill(), bob.kill()]);
    await until('a turn that Bob was not told of', () => relay.swallowed.includes('turn.started'));
    const { ply } = await read(cyd.client, lost);
    relay.mode = 'twice';
    await Promise.all([ada.start(), bob.start()]);
    // Sooner than the bot looks for the second time.
    await until('Bob goes on', async () => (await read(cyd.client, lost)).ply > ply, 45_000);
    for (const match of [told, lost]) {
      expect((await finish(match, cyd)).outcome?.reason).not.toBe('resignation');
    }
  });

  test('hear nobody who has not the secret, and nothing that is old', async () => {
    const match = await begin({ game: 'abiegnus', options: { mode: 'solitaire' } }, ada);
    await finish(match, ada);
    const body = JSON.stringify({ type: 'turn.started', data: { match, seat: 1 } });
    const post = async (secret: string, at: Date, sent = body) => {
      const headers = {
        'webhook-id': 'w_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('w_1', at, body),
      };
      return (await fetch(`http://127.0.0.1:${ada.port}/`, { method: 'POST', headers, body: sent })).status;
    };
    expect(await post(ada.secret, new Date())).toBe(204);
    expect(await post(bob.secret, new Date())).toBe(401);
    expect(await post(ada.secret, new Date(Date.now() - 600_000))).toBe(401);
    expect(await post(ada.secret, new Date(), `${body} `)).toBe(401);
    expect(await post(ada.secret, new Date(), 'x'.repeat(100_000))).toBe(413);
  });

  test('wait as long as they are told where there have been too many requests, and then go on', async () => {
    const match = await begin({ game: 'abiegnus', options: { mode: 'solitaire' } }, dot);
    // Sooner than a bot looks for the second time.
    await until('Dot moves', async () => (await read(dot.client, match)).ply > 0, 30_000);
    await finish(match, dot);
    const waits = new Map(throttle.refused.map(({ what, cameAgainAfter }) => [what, cameAgainAfter]));
    expect([...waits.keys()]).toEqual(
      expect.arrayContaining([
        'GET /v1/me/turns',
        `GET /v1/matches/${match}/legal-moves`,
        `POST /v1/matches/${match}/moves`,
      ]),
    );
    for (const [what, wait] of waits) {
      expect(wait, what).toBeGreaterThan(990);
      expect(wait, what).toBeLessThan(20_000);
    }
  });

  test('complain of nothing but that somebody, mostly themselves, was first', () => {
    const complaints = [ada, bob, cyd, dot].flatMap((bot) => bot.complaints());
    expect(complaints.filter((line) => !/^(403 GET|409 POST) /.test(line))).toEqual([]);
  });
});

const hasShell = ['bash', 'curl', 'sed', 'grep'].every((name) => spawnSync(name, ['--version']).error === undefined);

describe('docs/bots.md', () => {
  async function blocks(language: string): Promise<string[]> {
    const page = await readFile(join(ROOT, 'docs/bots.md'), 'utf8');
    return [...page.matchAll(/^```(\w+)\n(.*?)^```/gms)].flatMap(([, of, block = '']) =>
      of === language ? block : [],
    );
  }

  test('explains every line of the bot', async () => {
    const bot = await readFile(join(ROOT, 'examples/bot/bot.ts'), 'utf8');
    expect((await blocks('ts')).join('\n')).toBe(bot);
  });

  test.skipIf(!hasShell)('has commands that work (needs bash, curl, sed and grep)', async () => {
    const commands = (await blocks('sh'))
      .join('')
      .replace('URL=http://localhost:8787', `URL=${url}`)
      .replaceAll('9000', String(await freePort()))
      .replaceAll(/^curl -s/gm, "curl -s -w '\\n%{http_code}\\n'");
    const script = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${commands}`;
    const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script], { cwd: ROOT, timeout: 60_000 });
    const statuses = stdout.split('\n').filter((line) => /^\d{3}$/.test(line));
    expect(statuses).toEqual(['200', '200', '200', '200', '200', '202', '202', '202', '204']);
    expect(stdout).toContain('"status":"enabled"');
    expect(stdout).toMatch(/"reason":"(large|spirits)-captured"/);
    expect(stdout).toContain('"type":"turn.started"');
    expect(stdout).toContain('"state":"delivered"');
  });
});
