/** The one table. It outlives its stack: a log that was acknowledged is never thrown away by a deployment. */
import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';

export const DUE_INDEX = 'due';
export const LEADERBOARD_INDEX = 'leaderboard';

export function plypostTable(scope: Construct): TableV2 {
  return new TableV2(scope, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    globalSecondaryIndexes: [
      {
        // Of what runs out of time. Only items that the stream writes are in it: no command pays for it.
        indexName: DUE_INDEX,
        partitionKey: { name: 'dueShard', type: AttributeType.STRING },
        sortKey: { name: 'due', type: AttributeType.NUMBER },
        projectionType: ProjectionType.KEYS_ONLY,
      },
      {
        // Of who stands where: with what the leaderboard tells, so that no other item has to be read for it.
        indexName: LEADERBOARD_INDEX,
        partitionKey: { name: 'board', type: AttributeType.STRING },
        sortKey: { name: 'rating', type: AttributeType.NUMBER },
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: ['deviation', 'volatility', 'matches', 'at', 'establishedUntil'],
      },
    ],
    billing: Billing.onDemand(),
    dynamoStream: StreamViewType.NEW_IMAGE,
    // No commit has it: what it takes are entries of feeds, and what else is promised for a time only.
    timeToLiveAttribute: 'expires',
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
}
