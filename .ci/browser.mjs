/**
 * Opens the reference page of the server at PLYPOST_URL in Chromium: all operations are there, and nothing is asked of
 * another host. See with-server.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const url = process.env.PLYPOST_URL;
const description = await (await fetch(`${url}/v1/openapi.json`)).json();
const operations = Object.values(description.paths).flatMap((item) => Object.values(item));

function open(path) {
  const folder = mkdtempSync(join(tmpdir(), 'plypost-browser-'));
  const log = join(folder, 'net.json');
  const flags = [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    ...['--disable-component-update', '--disable-sync', `--user-data-dir=${join(folder, 'profile')}`],
    // Chromium itself would like to ask others for this and that.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ...[`--log-net-log=${log}`, '--virtual-time-budget=30000', '--dump-dom'],
  ];
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 120_000, maxBuffer: 1 << 28 };
  try {
    const dom = execFileSync('chromium', [...flags, url + path], options);
    const { constants, events } = JSON.parse(readFileSync(log, 'utf8'));
    const start = constants.logEventTypes.URL_REQUEST_START_JOB;
    const started = events.filter(({ type, params }) => type === start && params?.url !== undefined);
    // What the page asks for has the page's origin as its initiator; Chromium's own requests have none.
    const asked = started
      .filter(({ params }) => params.initiator === new URL(url).origin)
      .map(({ params }) => params.url);
    return { dom, asked };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let passed = 0;
let failed = 0;
function check(name, found) {
  const ok = found.length === 0;
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}${ok ? '' : `: ${found.join(', ')}`}`);
  if (ok) passed += 1;
  else failed += 1;
}

const page = open('/docs');
const missing = operations.filter(
  ({ tags, operationId }) => !page.dom.includes(`id="operations-${tags[0]}-${operationId}"`),
);
check(
  `the page shows all ${operations.length} operations`,
  missing.map(({ operationId }) => operationId),
);
check('the page loads its files', page.asked.length >= 4 ? [] : [`only ${page.asked.length} requests`]);
check(
  'the page asks nothing of another host',
  page.asked.filter((each) => !each.startsWith(`${url}/`)),
);

const opened = open('/docs#/matches/createMatch');
check('an operation can be opened, and shows its examples', opened.dom.includes('A public match') ? [] : ['not there']);
check(
  'nor does it when opened',
  opened.asked.filter((each) => !each.startsWith(`${url}/`)),
);

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
