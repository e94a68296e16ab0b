/** What a synth made, in a few lines. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { bundlesOf, resourcesOf } from './bundles.ts';

export function summary(assembly: CloudAssembly): readonly string[] {
  const bundles = bundlesOf(assembly).map(({ name, folder }) => {
    const code = readFileSync(join(folder, 'index.mjs'));
    return `function ${name}: bundle of ${code.length} bytes, ${gzipSync(code).length} gzipped`;
  });
  return [...bundles, `${resourcesOf(assembly).size} resources, nothing that the checks advise against`];
}
