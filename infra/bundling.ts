/**
 * How the functions become bundles, in esbuild's words. The SDK is bundled, since that of the runtime takes longer to
 * load; in a Lambda function credentials come by environment variables alone, so the SDK's other ways to find them,
 * a third of the bundle, are left out.
 */
import { ROOT } from './root.ts';

export const ALIASES: Readonly<Record<string, string>> = {
  '@aws-sdk/credential-provider-node': `${ROOT}/functions/lambda/credentials.ts`,
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
