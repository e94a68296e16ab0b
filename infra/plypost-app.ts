/** The CDK app: one stack, checked against AWS's advice for solutions whenever it is synthesized. */
import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { PlypostStack } from './stack.ts';

/** No account and no region are named, so that a synth looks nothing up. */
export function plypostApp(props: AppProps): { readonly app: App; readonly stack: PlypostStack } {
  const app = new App({ analyticsReporting: false, ...props });
  const stack = new PlypostStack(app, 'Plypost', { description: 'Plypost: plays turn-based games by post.' });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { app, stack };
}
