/**
 * What a function may do, by the least that it needs. Rights to items go by their partition key: what a function does
 * not write it cannot write, whatever a fault in its code makes it try. No function may scan: a scan names no key.
 */
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

type ItemAction = 'GetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem';

/** What the partition keys of items begin with, up to a `#`; without one, the whole key. */
export type ItemKind =
  | 'match#'
  | 'player#'
  | 'token#'
  | 'tokens#'
  | 'list#'
  | 'invited#'
  | 'turns#'
  | 'results#'
  | 'talk#'
  | 'notes#'
  | 'plan#'
  | 'blocks#'
  | 'traces#'
  | 'feed#'
  | 'webhooks#'
  | 'webhook#'
  | 'rating#'
  | 'unrated#'
  | 'set-aside';

export function allowItems(
  table: TableV2,
  whom: IGrantable,
  actions: readonly ItemAction[],
  kinds: readonly ItemKind[],
): void {
  allow(whom, actions, table.tableArn, kinds);
}

/** To ask an index what it has; `kind` is of the index's own partition keys. */
export function allowIndex(table: TableV2, whom: IGrantable, index: string, kind: `${string}#`): void {
  allow(whom, ['Query'], `${table.tableArn}/index/${index}`, [kind]);
}

function allow(whom: IGrantable, actions: readonly ItemAction[], resource: string, kinds: readonly string[]): void {
  whom.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [resource],
      conditions: {
        'ForAllValues:StringLike': {
          'dynamodb:LeadingKeys': kinds.map((kind) => (kind.endsWith('#') ? `${kind}*` : kind)),
        },
        // Of no keys at all everything holds.
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    }),
  );
}

export function allowSending(queue: IQueue, whom: IGrantable): void {
  whom.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }),
  );
}
