/** What the stack deploys: the table, the functions and the API. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  BOARD,
  DUE,
  DUE_INDEX,
  DUE_SHARD,
  LEADERBOARD_INDEX,
  PARTITION_KEY,
  RATING,
  SORT_KEY,
  STANDING,
} from '../../functions/store/table.ts';
import { cdkContext } from '../../infra/context.ts';
import { plypostApp } from '../../infra/plypost-app.ts';
import { functionOf, only, template, WITHOUT_BUNDLES } from './synth.ts';

const stack = template();

describe('the table', () => {
  test('there is one table, and it is kept whatever becomes of the stack', () => {
    stack.resourceCountIs('AWS::DynamoDB::GlobalTable', 1);
    stack.hasResource('AWS::DynamoDB::GlobalTable', { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
  });

  test('its keys are those that the store writes', () => {
    stack.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      KeySchema: [
        { AttributeName: PARTITION_KEY, KeyType: 'HASH' },
        { AttributeName: SORT_KEY, KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: PARTITION_KEY, AttributeType: 'S' },
        { AttributeName: SORT_KEY, AttributeType: 'S' },
        { AttributeName: DUE_SHARD, AttributeType: 'S' },
        { AttributeName: DUE, AttributeType: 'N' },
        { AttributeName: BOARD, AttributeType: 'S' },
        { AttributeName: RATING, AttributeType: 'N' },
      ],
    });
  });

  test('it is paid on demand, streams what is new, and has no index but those of what runs out of time and of ratings', () => {
    stack.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      GlobalSecondaryIndexes: [
        {
          IndexName: DUE_INDEX,
          KeySchema: [
            { AttributeName: DUE_SHARD, KeyType: 'HASH' },
            { AttributeName: DUE, KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
        {
          IndexName: LEADERBOARD_INDEX,
          KeySchema: [
            { AttributeName: BOARD, KeyType: 'HASH' },
            { AttributeName: RATING, KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: STANDING },
        },
      ],
      LocalSecondaryIndexes: Match.absent(),
    });
  });

  test('it drops what has a time and is over', () => {
    stack.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    });
  });

  test('it can be brought back to any moment of the last 35 days, and not be deleted by mistake', () => {
    const { Replicas } = only(stack, 'AWS::DynamoDB::GlobalTable').properties;
    expect(Replicas).toEqual([
      expect.objectContaining({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      }),
    ]);
  });
});

describe('the functions', () => {
  const table = only(stack, 'AWS::DynamoDB::GlobalTable').id;
  /** With their time limits in seconds. */
  const FUNCTIONS = { Api: 29, Stream: 60, Webhooks: 60, Clock: 60 } as const;

  test('there are four functions and no more', () => {
    stack.resourceCountIs('AWS::Lambda::Function', 4);
  });

  describe.each(Object.entries(FUNCTIONS))('%s', (id, timeout) => {
    const { properties } = functionOf(stack, id);

    test('runs on Node 24 on arm64, from a module', () => {
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        Timeout: timeout,
      });
    });

    test('knows the table, and the queue if it sends to it, shows where an error arose, and opens no way to itself', () => {
      expect(properties.Environment.Variables).toEqual({
        NODE_OPTIONS: '--enable-source-maps',
        PLYPOST_TABLE: { Ref: table },
        ...(id === 'Clock' ? {} : { PLYPOST_WEBHOOKS_QUEUE: { Ref: expect.stringMatching(/^WebhooksQueue/) } }),
      });
    });

    test('logs JSON to a group of its own that forgets', () => {
      const { Ref: group } = properties.LoggingConfig.LogGroup;
      expect(properties.LoggingConfig.LogFormat).toBe('JSON');
      expect(stack.findResources('AWS::Logs::LogGroup')[group]?.Properties).toEqual({ RetentionInDays: 90 });
    });

    test('has a role without ready-made policies', () => {
      const role = only(stack, 'AWS::IAM::Role', (logical) => logical.startsWith(`${id}Role`));
      expect(role.properties.ManagedPolicyArns).toBeUndefined();
    });
  });

  test('the gateway may call the API function, the schedule the clock, and nothing else may be called from outside', () => {
    const permissions = Object.values(stack.findResources('AWS::Lambda::Permission'));
    const calls = permissions.map(({ Properties: { Action, Principal, FunctionName } }) => {
      const called = Object.keys(FUNCTIONS).find((id) =>
        JSON.stringify(FunctionName).includes(functionOf(stack, id).id),
      );
      return [Principal, Action, called];
    });
    expect(calls.sort()).toEqual([
      ['apigateway.amazonaws.com', 'lambda:InvokeFunction', 'Api'],
      ['events.amazonaws.com', 'lambda:InvokeFunction', 'Clock'],
    ]);
  });
});

describe('the HTTP API', () => {
  test('one route takes every request to the API function', () => {
    expect(only(stack, 'AWS::ApiGatewayV2::Route').properties).toMatchObject({ RouteKey: '$default' });
    expect(only(stack, 'AWS::ApiGatewayV2::Integration').properties).toMatchObject({
      IntegrationType: 'AWS_PROXY',
      PayloadFormatVersion: '2.0',
    });
  });

  test('the one stage has no prefix, and holds clients back', () => {
    expect(only(stack, 'AWS::ApiGatewayV2::Stage').properties).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    });
  });

  test('the access log tells the id that problems carry, and nothing about who asked', () => {
    const { AccessLogSettings } = only(stack, 'AWS::ApiGatewayV2::Stage').properties;
    const format: unknown = JSON.parse(AccessLogSettings.Format);
    expect(format).toMatchObject({ requestId: '$context.requestId', status: '$context.status' });
    expect(AccessLogSettings.Format).not.toMatch(/identity|authorizer|querystring/i);
    expect(AccessLogSettings.DestinationArn).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^HttpLogs/), 'Arn'] });
  });

  test('what a deployment has made is told: where the API is, and the name of the table', () => {
    expect(stack.findOutputs('ApiUrl').ApiUrl).toBeDefined();
    expect(stack.findOutputs('TableName').TableName?.Value).toEqual({ Ref: expect.stringMatching(/^Table/) });
  });
});

describe('the advice of AWS', () => {
  let outdir: string;

  beforeAll(() => {
    outdir = mkdtempSync(join(tmpdir(), 'plypost-synth-'));
  });
  afterAll(() => rmSync(outdir, { recursive: true, force: true }));

  const plypost = () => plypostApp({ context: { ...cdkContext(), ...WITHOUT_BUNDLES }, outdir });

  test('AWS finds nothing in the stack that has not been answered with a reason', () => {
    expect(() => plypost().app.synth()).not.toThrow();
  });

  test('without those answers the same stack fails: the checks do run', () => {
    const acknowledge = vi.spyOn(Validations.prototype, 'acknowledge').mockImplementation(() => {});
    try {
      expect(() => plypost().app.synth()).toThrow();
      expect(acknowledge).toHaveBeenCalledTimes(3);
    } finally {
      acknowledge.mockRestore();
    }
  });
});
