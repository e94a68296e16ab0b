/** What a synth made, in a few lines. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';

export function summary(assembly: CloudAssembly, stack: string): readonly string[] {
  const resources = Object.values(assembly.getStackByName(stack).template.Resources ?? {}) as { Type: string }[];
  return [...bundles(assembly.directory), `stack ${stack}: ${resources.length} resources, no findings`];
}

function bundles(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.startsWith('asset.') && statSync(join(directory, name)).isDirectory())
    .map((name) => {
      const code = readFileSync(join(directory, name, 'index.mjs'));
      return `bundle ${name.slice(0, 14)}: ${code.length} bytes, ${gzipSync(code).length} gzipped`;
    });
}
