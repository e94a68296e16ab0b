/** `npm run openapi`: writes `openapi.yaml`. */
import { writeFile } from 'node:fs/promises';
import { makeDocument } from './document.ts';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
const { yaml, exchanges } = await makeDocument();
await writeFile(new URL('../../openapi.yaml', import.meta.url), yaml);
console.log(`openapi.yaml: ${Math.round(Buffer.byteLength(yaml) / 1024)} KB, ${exchanges.length} recorded exchanges`);
