/**
 * In a bundle this stands for `zod`: the same without its messages in fifty languages.
 * `@hono/zod-openapi` takes Zod as one object, of which a bundler can leave nothing out. The paths go past the
 * package's exports, which offer no way to have less; a version that moves these files fails the build.
 */
export * from '../../node_modules/zod/v4/classic/checks.js';
export * as coerce from '../../node_modules/zod/v4/classic/coerce.js';
export * from '../../node_modules/zod/v4/classic/compat.js';
export * from '../../node_modules/zod/v4/classic/errors.js';
export * as iso from '../../node_modules/zod/v4/classic/iso.js';
export * from '../../node_modules/zod/v4/classic/parse.js';
export * from '../../node_modules/zod/v4/classic/schemas.js';
export {
  $brand,
  clone,
  config,
  flattenError,
  formatError,
  globalRegistry,
  NEVER,
  prettifyError,
  regexes,
  registry,
  TimePrecision,
  treeifyError,
  util,
} from '../../node_modules/zod/v4/core/index.js';
export { toJSONSchema } from '../../node_modules/zod/v4/core/json-schema-processors.js';
export * as z from './zod.ts';
