/** The HTTP API: every request goes to one function, which knows the routes. */
import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** Requests a second, of all clients together. */
const THROTTLE = { rateLimit: 500, burstLimit: 1000 } as const;

/** No addresses of clients, no query strings: only what is needed to find a request in the function's log. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  latency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
  error: '$context.error.message',
} as const;

export function httpApi(scope: Construct, api: IFunction): HttpStage {
  const http = new HttpApi(scope, 'Http', {
    apiName: 'plypost',
    createDefaultStage: false,
    defaultIntegration: new HttpLambdaIntegration('ApiIntegration', api, {
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    }),
  });
  const logGroup = new LogGroup(scope, 'HttpLogs', {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const stage = new HttpStage(scope, 'HttpStage', {
    httpApi: http,
    stageName: '$default',
    autoDeploy: true,
    throttle: THROTTLE,
    accessLogSettings: {
      destination: new LogGroupLogDestination(logGroup),
      format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
    },
  });
  Validations.of(http).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason: 'The function itself checks bearer tokens: some routes are open to all, most answer by who asks.',
  });
  return stage;
}
