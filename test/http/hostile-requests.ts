/** Requests as nobody should send them, drawn at random. `{0}` to `{3}` in a path stand for known matches. */
import fc from 'fast-check';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { hugeNumber, isText, jsonText, nasty, spoiled, unknownKey } from './hostile-values.ts';

export interface Hostile {
  readonly who: 'ada' | 'bob' | 'cyd' | 'nobody';
  readonly method: string;
  /** `{0}` to `{3}` stand for the matches. */
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Record<string, string>;
  /** `refused`: nothing in it may be taken. `perhaps`: it is a question that may be a fair one, and changes nothing. */
  readonly fate: 'refused' | 'perhaps';
}

const who = fc.constantFrom('ada', 'ada', 'ada', 'bob', 'bob', 'bob', 'cyd', 'nobody' as const);
const place = fc.constantFrom('{0}', '{1}', '{2}', '{3}');

const noMove = nasty.filter((text) => aquaignis.parseMove(text) === null);
const noMoves = fc.oneof(
  jsonText.filter((text) => !text.startsWith('[') || text === '[]' || !/^\["/.test(text)),
  fc.array(noMove, { minLength: 1, maxLength: 30 }).map((moves) => JSON.stringify(moves)),
  fc.constantFrom(25, 100, 3000, 10_000).map((count) => JSON.stringify(Array(count).fill('spawn 1'))),
  fc.constantFrom(
    '[["spawn 1"]]',
    '["spawn 1",null]',
    '["spawn 1",{}]',
    '[1]',
    '["surge 1"]',
    '["spawn 8"]',
    '["jump 1 2"]',
  ),
);

const movesBody = spoiled(
  { ply: '1', moves: '["spawn 1"]' },
  { ply: jsonText.filter((text) => Number(text) !== 1 || isText(text)), moves: noMoves },
);
const createBody = spoiled(
  { game: '"aquaignis"' },
  {
    game: jsonText.filter((text) => text !== '"aquaignis"'),
    seat: jsonText.filter((text) => !/^[12]$/.test(text)),
    seats: jsonText.filter((text) => text !== '2'),
    visibility: jsonText.filter((text) => !/^"(public|unlisted|private)"$/.test(text)),
    invited: jsonText.filter((text) => text !== '[]'),
    rated: jsonText.filter((text) => !/^(true|false)$/.test(text)),
    entropy: fc.oneof(
      jsonText.filter((text) => !isText(text)),
      fc.constantFrom('"|"', '"\\u0000"', '"\\ud800"', '"\\n"', JSON.stringify('x'.repeat(65))),
    ),
    // A key `__proto__` alone in options is not looked at, and so not refused.
    options: jsonText.filter((text) => text !== '{}' && !text.includes('__proto__')),
  },
);
const joinBody = spoiled(
  {},
  {
    seat: jsonText.filter((text) => !/^[1-5]$/.test(text)),
    entropy: fc.constantFrom('1', 'null', '[]', '{}', '"|"', '"\\u007f"', '"\\udead"', JSON.stringify('é'.repeat(65))),
  },
);
const isPly = (text: string) => Number.isInteger(Number(text)) && Number(text) >= 0 && Number(text) <= 9_999_999;
const inviteBody = spoiled({ player: '"p_0000000000000000"' }, { player: jsonText });
const declineBody = spoiled({}, { reason: jsonText.filter((text) => !/^"[a-z-]+"$/.test(text)) });
const codeBody = spoiled({ code: '"0000000000000000-00000000000000000000000000"' }, { code: jsonText });
const forkBody = spoiled({}, { ply: jsonText.filter((text) => !isPly(text)) });
const nameBody = spoiled(
  { name: '"Ada"' },
  {
    name: fc.oneof(
      jsonText.filter((text) => !isText(text)),
      fc.constantFrom(
        '""',
        '"   "',
        '"\\u0000"',
        '"a\\nb"',
        '"\\ud800"',
        '"\\u200b"',
        '"\\u2028"',
        JSON.stringify('x'.repeat(41)),
      ),
    ),
  },
);
const tokenBody = spoiled(
  { name: '"Bot"', scopes: '["talk"]' },
  {
    name: jsonText.filter((text) => !isText(text)),
    scopes: jsonText.filter((text) => !/^\["(matches|talk|webhooks|account)/.test(text)),
    expiresAt: jsonText.filter((text) => text !== 'null'),
    match: jsonText.filter((text) => text !== 'null'),
    seat: jsonText.filter((text) => text !== 'null'),
  },
);
const badText = (most: number, ...more: readonly string[]) =>
  fc.oneof(
    jsonText.filter((text) => !isText(text)),
    fc.constantFrom('"\\u0000"', '"a\\tb"', '"\\ud800"', '"\\u2028"', JSON.stringify('é'.repeat(most + 1)), ...more),
  );
const talkBody = spoiled(
  { text: '"Good luck!"', to: '"all"' },
  {
    text: badText(500, '""', '" \\n "', '"\\u200b"'),
    to: jsonText.filter((text) => !/^"(seats|all)"$/.test(text)),
  },
);
const notesBody = spoiled({ text: '"Four."' }, { text: badText(2000) });
/** Deep, wide, or both. */
const noBranches = fc.oneof(
  jsonText.filter((text) => !text.startsWith('[') || text === '[]' || !/^\[\{"/.test(text)),
  fc.constantFrom(2, 201, 2000, 6000).map((depth) => `${'[{"next":'.repeat(depth)}1${'}]'.repeat(depth)}`),
  fc.constantFrom(201, 3000).map((count) => JSON.stringify(Array(count).fill({}))),
  noMoves.map((moves) => `[{"when":${moves},"answer":["spawn 1"]}]`),
  noMoves.map((moves) => `[{"when":["spawn 1","spawn 2"],"answer":${moves}}]`),
  jsonText.map((roll) => `[{"when":["spawn 1","spawn 2"],"roll":${roll},"answer":["spawn 1"]}]`),
  fc.constantFrom(201).map((count) => JSON.stringify(Array(count).fill({ when: ['spawn 1'], answer: ['spawn 1'] }))),
);
const planBody = spoiled(
  { ply: '1', branches: '[{"when":["spawn 1","spawn 2"],"answer":["spawn 1"]}]' },
  { ply: jsonText.filter((text) => Number(text) !== 1 || isText(text)), branches: noBranches, line: jsonText },
);
const noJson = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }).filter((text) => !isJson(text)),
  movesBody
    .chain((text) => fc.integer({ min: 1, max: text.length - 1 }).map((end) => text.slice(0, end)))
    .filter((text) => !isJson(text)),
  fc.uint8Array({ minLength: 1, maxLength: 200 }).filter((bytes) => !isJson(Buffer.from(bytes).toString('utf8'))),
  fc.integer({ min: 1, max: 60_000 }).map((depth) => '['.repeat(depth)),
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const JSON_BODY = { 'Content-Type': 'application/json' };

const withBody = (
  paths: fc.Arbitrary<string>,
  body: fc.Arbitrary<string | Uint8Array>,
  method = 'POST',
): fc.Arbitrary<Hostile> =>
  fc.record({
    who,
    method: fc.constant(method),
    path: paths,
    body,
    headers: fc.constant(JSON_BODY),
    fate: fc.constant('refused' as const),
  });

const at = (rest: string) => place.map((match) => `/v1/matches/${match}${rest}`);

// Hostile ids and paths.

const SUBPATHS = [
  '',
  '/join',
  '/leave',
  '/moves',
  '/resign',
  '/offers',
  '/offers/1/accept',
  '/forks',
  '/invitations',
  '/invitations/accept',
  '/invitations/decline',
  '/links',
  '/legal-moves',
  '/clock',
  '/talk',
  '/notes',
  '/plan',
  '/events',
  '/record',
  '/board.txt',
];
const hostileId = fc.oneof(
  nasty.filter((text) => text.isWellFormed()).map(encodeURIComponent),
  fc.constantFrom(
    '.',
    '..',
    '%2e%2e',
    '..%2f..%2fmatches',
    '%00',
    '%',
    '%E0%A4%A',
    '%ff',
    'm_',
    'm_0000000000000000',
    'm_000000000000000',
    'm_00000000000000000',
    'M_0000000000000000',
    'm_000000000000000i',
    'm_0000000000000000%0a',
    'm_0000000000000000%00',
    'm_0000000000000000#',
    'p_0000000000000000',
    'match%23m_0000000000000000',
    'm_'.repeat(2000),
  ),
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz'), minLength: 16, maxLength: 16 })
    .map((id) => `m_${id}`),
);
const onHostileId: fc.Arbitrary<Hostile> = fc.record({
  who,
  method: fc.constantFrom('GET', 'POST'),
  path: fc.tuple(hostileId, fc.constantFrom(...SUBPATHS)).map(([id, rest]) => `/v1/matches/${id}${rest}`),
  // `..` and `.` are folded away before they are sent, and may leave the path of a list.
  fate: fc.constant('perhaps' as const),
});
const onHostilePath: fc.Arbitrary<Hostile> = fc.record({
  who,
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'QUERY', 'x'),
  path: fc
    .array(nasty.filter((text) => text.isWellFormed()).map(encodeURIComponent), { maxLength: 4 })
    .map((parts) => `/v1/${parts.join('/')}`),
  fate: fc.constant('perhaps' as const),
});

// Hostile queries: on what reads, some may be fair.

const pair = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(
        'ply',
        'after',
        'wait',
        'form',
        'limit',
        'cursor',
        'status',
        'game',
        'seats',
        'clock',
        'timeAtMost',
        'rated',
        'mine',
        'dry-run',
      ),
      unknownKey,
    ),
    fc.oneof(nasty, hugeNumber),
  )
  // Waiting is tested elsewhere; here it would only take time.
  .filter(([key, value]) => !(key === 'wait' && Number(value) > 0) && key.isWellFormed() && value.isWellFormed())
  .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
const query = fc.oneof(
  fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => pairs.join('&')),
  fc.constantFrom(
    '%',
    '&&&',
    '=',
    '?',
    'ply=%E0%A4%A',
    'ply[]=1',
    'ply=1&ply=1',
    'ply=+1',
    'ply=1%20',
    'after=1e1',
    `cursor=${'A'.repeat(201)}`,
    'cursor=!!!',
    `cursor=${Buffer.from('talk|m_0000000000000000 1e400').toString('base64url')}`,
    `cursor=${Buffer.from('events|-1').toString('base64url')}`,
    `cursor=${Buffer.from('ratings|aquaignis x x').toString('base64url')}`,
    `cursor=${Buffer.from('deliveries|w_0000000000000000 99999999999999999999').toString('base64url')}`,
    `cursor=${Buffer.from('established 1e400 p_0000000000000000').toString('base64url')}`,
    `cursor=${Buffer.from('p_00000000000000000').toString('base64url')}`,
    `cursor=${Buffer.from('lapsed 0 p_0000000000000000').toString('base64url')}`,
  ),
);
const asking: fc.Arbitrary<Hostile> = fc.record({
  who,
  method: fc.constant('GET'),
  path: fc
    .tuple(
      fc.oneof(
        at(''),
        at('/events'),
        at('/record'),
        at('/board.txt'),
        at('/legal-moves'),
        at('/clock'),
        at('/links'),
        at('/talk'),
        at('/notes'),
        at('/plan'),
        fc.constantFrom('/v1/matches', '/v1/games', '/v1/games/aquaignis/leaderboard'),
        fc.constantFrom('/v1/me', '/v1/me/blocks', '/v1/me/invitations', '/v1/me/export'),
      ),
      query,
    )
    .map(([path, text]) => `${path}?${text}`),
  fate: fc.constant('perhaps' as const),
});
const movingAskew: fc.Arbitrary<Hostile> = fc.record({
  who,
  method: fc.constant('POST'),
  path: fc.tuple(at('/moves'), query).map(([path, text]) => `${path}?${text}`),
  body: fc.constant('{"ply":7,"moves":["spawn 1"]}'),
  headers: fc.constant(JSON_BODY),
  fate: fc.constant('refused' as const),
});

// Hostile headers.

const latin = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code < 0x7f || code > 0x9f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 300,
});
const headed: fc.Arbitrary<Hostile> = fc.oneof(
  fc.record({
    who: fc.constant('nobody' as const),
    method: fc.constantFrom('GET', 'POST'),
    path: at('/moves'),
    headers: fc
      .oneof(
        latin,
        latin.map((text) => `Bearer ${text}`),
      )
      .map((text) => ({ Authorization: text })),
    fate: fc.constant('refused' as const),
  }),
  fc.record({
    who,
    method: fc.constant('POST'),
    path: at('/moves'),
    body: fc.constant('{"ply":1,"moves":["spawn 1"]}'),
    headers: latin
      .filter((text) => !/^\s*application\/json\s*(;|$)/i.test(text))
      .map((text) => ({ 'Content-Type': text })),
    fate: fc.constant('refused' as const),
  }),
  fc.record({
    who,
    method: fc.constant('POST'),
    path: fc.constant('/v1/matches'),
    body: fc.constant('{"game":"aquaignis"}'),
    headers: latin
      .filter((text) => !/^[\x21-\x7e]{1,255}$/.test(text.trim()))
      .map((text) => ({ ...JSON_BODY, 'Idempotency-Key': text })),
    fate: fc.constant('refused' as const),
  }),
  fc.record({
    who,
    method: fc.constant('GET'),
    path: at(''),
    headers: latin.map((text) => ({ Accept: text, 'X-Request-Id': text, 'X-Forwarded-For': text, Cookie: text })),
    fate: fc.constant('perhaps' as const),
  }),
);

export const hostile: fc.Arbitrary<Hostile> = fc.oneof(
  { weight: 6, arbitrary: withBody(at('/moves'), movesBody) },
  { weight: 1, arbitrary: withBody(at('/moves?dry-run=true'), movesBody) },
  { weight: 4, arbitrary: withBody(fc.constant('/v1/matches'), createBody) },
  { weight: 3, arbitrary: withBody(at('/join'), joinBody) },
  { weight: 1, arbitrary: withBody(at('/invitations'), inviteBody) },
  { weight: 1, arbitrary: withBody(at('/invitations/decline'), declineBody) },
  { weight: 1, arbitrary: withBody(fc.constantFrom('/v1/links/preview', '/v1/links/open'), codeBody) },
  { weight: 2, arbitrary: withBody(at('/forks'), forkBody) },
  { weight: 2, arbitrary: withBody(at('/talk'), talkBody) },
  { weight: 1, arbitrary: withBody(at('/notes'), notesBody, 'PUT') },
  { weight: 3, arbitrary: withBody(at('/plan'), planBody, 'PUT') },
  { weight: 1, arbitrary: withBody(at('/plan?dry-run=true'), planBody, 'PUT') },
  { weight: 2, arbitrary: withBody(fc.constant('/v1/players'), nameBody) },
  { weight: 1, arbitrary: withBody(fc.constant('/v1/me/tokens'), tokenBody) },
  {
    weight: 2,
    arbitrary: withBody(
      fc.oneof(at('/moves'), at('/join'), at('/forks'), at('/talk'), fc.constantFrom('/v1/matches', '/v1/players')),
      noJson,
    ),
  },
  { weight: 2, arbitrary: onHostileId },
  { weight: 1, arbitrary: onHostilePath },
  { weight: 3, arbitrary: asking },
  { weight: 1, arbitrary: movingAskew },
  { weight: 2, arbitrary: headed },
);
