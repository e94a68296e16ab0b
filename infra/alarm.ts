/** An alarm that goes off at the first period in which a metric is too high; no data is no news. */
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

interface AlarmProps {
  /** What has happened, in a sentence, and what to do. */
  readonly says: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** So many periods in a row; 1 unless told. */
  readonly periods?: number;
}

export function alarm(scope: Construct, id: string, { says, metric, threshold, periods = 1 }: AlarmProps): void {
  new Alarm(scope, id, {
    alarmDescription: says,
    metric,
    threshold,
    evaluationPeriods: periods,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}
