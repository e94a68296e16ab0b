/**
 * How the functions become bundles, in esbuild's words. The SDK is bundled, since that of the runtime takes longer to
 * load. What a bundle has no use for is replaced, since whatever is loaded is paid for at every cold start.
 */
import { ROOT } from './root.ts';

export const ALIASES: Readonly<Record<string, string>> = {
  '@asteasolutions/zod-to-openapi': `${ROOT}/functions/lambda/openapi-generator.ts`,
  '@aws-sdk/credential-provider-node': `${ROOT}/functions/lambda/credentials.ts`,
  zod: `${ROOT}/functions/lambda/zod.ts`,
};

export const ESBUILD = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  minify: true,
  mainFields: ['module', 'main'],
  alias: ALIASES,
} as const;
