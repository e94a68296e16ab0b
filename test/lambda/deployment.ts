/** The functions as a deployment would upload them: made by a synth, loaded from its bundles. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlesOf } from '../../infra/bundles.ts';
import { cdkContext } from '../../infra/context.ts';
import { plypostApp } from '../../infra/plypost-app.ts';

export interface Deployment {
  /** A new container: a copy of the bundle that has never run, with this environment at its start. */
  container(name: 'Api' | 'Stream', environment: Environment): Promise<(event: unknown) => Promise<unknown>>;
  folderOf(name: 'Api' | 'Stream'): string;
  remove(): void;
}

export interface Environment {
  readonly endpoint: string;
  readonly table?: string;
}

export function synthesize(): Deployment {
  const folder = mkdtempSync(join(tmpdir(), 'plypost-lambda-'));
  const { app } = plypostApp({ context: cdkContext(), outdir: join(folder, 'cdk.out') });
  const bundles = bundlesOf(app.synth());
  let containers = 0;

  function folderOf(name: string): string {
    const found = bundles.find((bundle) => bundle.name === name);
    if (found === undefined) throw new Error(`there is no function ${name}`);
    return found.folder;
  }

  return {
    folderOf,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    async container(name, { endpoint, table }) {
      containers += 1;
      const place = join(folder, `container-${containers}`);
      mkdirSync(place);
      cpSync(folderOf(name), place, { recursive: true });
      setEnvironment({
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
        AWS_ENDPOINT_URL_DYNAMODB: endpoint,
        PLYPOST_TABLE: table,
      });
      const { handler } = await import(/* @vite-ignore */ pathToFileURL(join(place, 'index.mjs')).href);
      return handler;
    },
  };
}

function setEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
