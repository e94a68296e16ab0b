/** A function on Node: what is the same for all of them. */
import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import {
  type ICommandHooks,
  LogLevel,
  NodejsFunction,
  OutputFormat,
  SourceMapMode,
} from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { ALIASES, ESBUILD } from './bundling.ts';
import { ROOT } from './root.ts';

interface NodeFunctionProps {
  readonly description: string;
  /** The source file with the handler, from the project's folder. */
  readonly entry: string;
  readonly memorySize: number;
  readonly timeout: Duration;
  readonly environment: Readonly<Record<string, string>>;
  readonly commandHooks?: ICommandHooks;
}

export function nodeFunction(scope: Construct, id: string, props: NodeFunctionProps): NodejsFunction {
  const { entry, commandHooks, environment, ...rest } = props;
  const logGroup = new LogGroup(scope, `${id}Logs`, {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // A role of its own, since the ready-made policy for functions lets them write to every log group.
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  logGroup.grantWrite(role);
  return new NodejsFunction(scope, id, {
    ...rest,
    entry: `${ROOT}/${entry}`,
    projectRoot: ROOT,
    depsLockFilePath: `${ROOT}/package-lock.json`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    awsSdkConnectionReuse: false,
    environment: { NODE_OPTIONS: '--enable-source-maps', ...environment },
    bundling: {
      format: OutputFormat.ESM,
      target: ESBUILD.target,
      mainFields: [...ESBUILD.mainFields],
      minify: ESBUILD.minify,
      sourceMap: true,
      sourceMapMode: SourceMapMode.EXTERNAL,
      sourcesContent: false,
      bundleAwsSDK: true,
      logLevel: LogLevel.WARNING,
      esbuildArgs: { '--alias': Object.entries(ALIASES).map(([from, to]) => `${from}=${to}`) },
      ...(commandHooks === undefined ? {} : { commandHooks }),
    },
  });
}
