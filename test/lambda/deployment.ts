/** The functions as a deployment would upload them: made by a synth, loaded from its bundles, each in its own role. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { bundlesOf } from '../../infra/bundles.ts';
import { cdkContext } from '../../infra/context.ts';
import { plypostApp } from '../../infra/plypost-app.ts';
import { actionsOf, rightsOf } from '../infra/synth.ts';
import { atEnd } from '../support/at-end.ts';
import { type Guarded, guard } from './role.ts';

export type FunctionName = 'Api' | 'Stream' | 'Webhooks' | 'Clock';

export interface Deployment {
  readonly template: Template;
  /** A new container: a copy of the bundle that has never run. */
  container<Handler>(name: FunctionName, environment: Environment): Promise<Container<Handler>>;
  folderOf(name: FunctionName): string;
  /** What the containers of a function have asked for against its role. */
  refused(name: FunctionName): readonly string[];
  /** What its role allows and no container of it has asked for: the action, and of an item the kind. */
  unused(name: FunctionName): readonly string[];
  remove(): Promise<void>;
}

export interface Container<Handler> {
  readonly handler: Handler;
  /** The environment variables that it sees, and no other container does. */
  readonly env: Record<string, string>;
}

export interface Environment {
  /** The database's. */
  readonly endpoint: string;
  readonly table?: string;
  readonly queue?: { readonly endpoint: string; readonly url: string };
  readonly loopback?: boolean;
  /** Whether requests are counted, as they are where nothing is set. */
  readonly limits?: boolean;
}

/** A queue where a function sends nothing. */
const NO_QUEUE = { endpoint: 'http://127.0.0.1:9', url: 'http://127.0.0.1:9/123456789012/webhooks' };

/** The same for all files of one process: to make it takes longer than most of their tests. */
let synth: Pick<Deployment, 'template' | 'folderOf'> | undefined;

function synthOnce(): NonNullable<typeof synth> {
  if (synth !== undefined) return synth;
  const folder = mkdtempSync(join(tmpdir(), 'plypost-synth-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const { app } = plypostApp({ context: cdkContext(), outdir: join(folder, 'cdk.out') });
  const assembly = app.synth();
  const bundles = bundlesOf(assembly);
  synth = {
    template: Template.fromJSON(assembly.stacks[0]?.template),
    folderOf(name) {
      const found = bundles.find((bundle) => bundle.name === name);
      if (found === undefined) throw new Error(`there is no function ${name}`);
      return found.folder;
    },
  };
  return synth;
}

export function synthesize(): Deployment {
  const { template, folderOf } = synthOnce();
  const folder = mkdtempSync(join(tmpdir(), 'plypost-lambda-'));
  const guards: { name: FunctionName; guarded: Guarded }[] = [];
  let containers = 0;

  async function inRole(name: FunctionName, endpoint: string): Promise<string> {
    const guarded = await guard(endpoint, rightsOf(template, name));
    guards.push({ name, guarded });
    return guarded.endpoint;
  }

  const of = (name: FunctionName) => guards.filter((one) => one.name === name).map(({ guarded }) => guarded);

  return {
    template,
    folderOf,
    refused: (name) => of(name).flatMap(({ refused }) => [...refused]),

    unused(name) {
      const used = new Set(of(name).flatMap((guarded) => [...guarded.used]));
      return allowedTo(template, name).filter((right) => !used.has(right));
    },

    async container(name, { endpoint, table, queue = NO_QUEUE, loopback = false, limits = false }) {
      containers += 1;
      const place = join(folder, `container-${containers}`);
      mkdirSync(place);
      cpSync(folderOf(name), place, { recursive: true });
      const queueEndpoint = await inRole(name, queue.endpoint);
      const env: Record<string, string> = {
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
        AWS_ENDPOINT_URL_DYNAMODB: await inRole(name, endpoint),
        AWS_ENDPOINT_URL_SQS: queueEndpoint,
        // The client goes by the host of the queue's URL.
        PLYPOST_WEBHOOKS_QUEUE: new URL(new URL(queue.url).pathname, queueEndpoint).href,
        PLYPOST_WEBHOOK_LOOPBACK: String(loopback),
        ...(limits ? {} : { PLYPOST_RATE_LIMITS: 'off' }),
        ...(table === undefined ? {} : { PLYPOST_TABLE: table }),
      };
      const code = readdirSync(place).filter((file) => file.endsWith('.mjs'));
      giveEnvironment(
        code.map((file) => join(place, file)),
        env,
      );
      const { handler } = await withNamesOfItsOwn(
        () => import(/* @vite-ignore */ pathToFileURL(join(place, 'index.mjs')).href),
      );
      return { handler, env };
    },

    async remove() {
      await Promise.all(guards.map(({ guarded }) => guarded.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a function asks for itself; what Lambda asks for in its role, to feed it, is not in its bundle. */
function allowedTo(template: Template, name: FunctionName): readonly string[] {
  return rightsOf(template, name).flatMap((statement) => {
    const kinds = [statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat();
    if (kinds.length > 0) {
      return actionsOf(statement).flatMap((action) => kinds.map((kind) => `${action} ${kind.replace(/\*$/, '')}`));
    }
    return actionsOf(statement).filter((action) => action === 'sqs:SendMessage');
  });
}

/** Zod keeps the names of schemas for a whole process, which this one shares with code that is no container's. */
async function withNamesOfItsOwn<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const names = z.globalRegistry;
  Object.assign(globalThis, { __zod_globalRegistry: undefined });
  try {
    return await load();
  } finally {
    Object.assign(globalThis, { __zod_globalRegistry: names });
  }
}

/**
 * Gives a container's code a `process` of its own. The SDK reads variables when it sends its first request, and containers run
 * side by side here.
 */
function giveEnvironment(files: readonly string[], env: Record<string, string>): void {
  const name = `environment of ${files[0]}`;
  Object.assign(globalThis, { [name]: env });
  const own = `const process=Object.create(globalThis.process,{env:{value:globalThis[${JSON.stringify(name)}]}});`;
  // On the first line, so that the lines of its source map stay as they are.
  for (const file of files) writeFileSync(file, own + readFileSync(file, 'utf8'));
}
