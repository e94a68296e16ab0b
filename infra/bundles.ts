/** Where a synth has put the bundles of the functions. */
import { join } from 'node:path';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';

export interface Bundle {
  /** The function's id in the stack. */
  readonly name: string;
  readonly folder: string;
}

interface Resource {
  readonly Type: string;
  readonly Properties?: { readonly Code?: { readonly S3Key?: string } };
}

export function resourcesOf(assembly: CloudAssembly): ReadonlyMap<string, Resource> {
  const [stack] = assembly.stacks;
  return new Map(Object.entries<Resource>(stack?.template.Resources ?? {}));
}

/** Goes by the template: the folder may hold bundles of earlier times too. */
export function bundlesOf(assembly: CloudAssembly): readonly Bundle[] {
  return [...resourcesOf(assembly)]
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
    .map(([id, { Properties }]) => ({
      name: id.replace(/[0-9A-F]{8}$/, ''),
      folder: join(assembly.directory, `asset.${String(Properties?.Code?.S3Key).replace(/\.zip$/, '')}`),
    }));
}
