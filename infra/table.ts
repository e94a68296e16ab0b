/** The one table. It outlives its stack: a log that was acknowledged is never thrown away by a deployment. */
import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';

export function plypostTable(scope: Construct): TableV2 {
  return new TableV2(scope, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    billing: Billing.onDemand(),
    dynamoStream: StreamViewType.NEW_IMAGE,
    // No commit has it: what it takes are entries of feeds, and what else is promised for a time only.
    timeToLiveAttribute: 'expires',
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
}
