/** `npm run synth`: writes the CloudFormation template and the functions' bundles. Needs no account and no network. */
import { relative } from 'node:path';
import { cdkContext } from './context.ts';
import { plypostApp } from './plypost-app.ts';
import { ROOT } from './root.ts';
import { summary } from './summary.ts';

console.log('synth: bundling the functions and making the template');
// The CDK command line, where it runs this, says where the result goes.
const outdir = process.env.CDK_OUTDIR ?? `${ROOT}/cdk.out`;
const { app } = plypostApp({ context: cdkContext(), outdir });
const assembly = app.synth();
for (const line of summary(assembly)) console.log(`synth: ${line}`);
console.log(`synth: done, in ${relative(process.cwd(), assembly.directory) || '.'}/`);
