/** Alarms that go off at the first period in which a metric is too high, or in which there is none. */
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

/** No data is no news. */
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

/** Of what is told all the time: no data is the news. */
export function alarmOfSilence(
  scope: Construct,
  id: string,
  { says, metric }: Pick<AlarmProps, 'says' | 'metric'>,
): void {
  new Alarm(scope, id, {
    alarmDescription: says,
    metric,
    threshold: 1,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.BREACHING,
  });
}
