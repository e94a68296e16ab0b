/** What each function may do: no more than it does. That it needs no more, its bundles show in `test/lambda`. */
import { describe, expect, test } from 'vitest';
import { keys } from '../../functions/store/table.ts';
import { actionsOf, only, rightsOf, type Statement, template } from './synth.ts';

const stack = template();
const { id: table } = only(stack, 'AWS::DynamoDB::GlobalTable');
const FUNCTIONS = ['Api', 'Stream', 'Webhooks', 'Clock'] as const;

const isOn = ({ Resource }: Statement, id: string, attribute = 'Arn') =>
  JSON.stringify(Resource) === JSON.stringify({ 'Fn::GetAtt': [id, attribute] });

const isIndex = (resource: unknown, index: 'due' | 'leaderboard') =>
  JSON.stringify(resource) ===
  JSON.stringify({ 'Fn::Join': ['', [{ 'Fn::GetAtt': [table, 'Arn'] }, `/index/${index}`]] });

/** What the partition keys of items may be, by what may be done with them. */
function itemsOf(id: string): Record<string, readonly string[]> {
  const items: Record<string, readonly string[]> = {};
  for (const statement of rightsOf(stack, id).filter((right) => isOn(right, table))) {
    const { Null, 'ForAllValues:StringLike': like, ...others } = statement.Condition ?? {};
    // Without the first of them, what names no key would be allowed.
    expect([Null, others]).toEqual([{ 'dynamodb:LeadingKeys': 'false' }, {}]);
    for (const action of actionsOf(statement)) items[action] = [like?.['dynamodb:LeadingKeys'] ?? []].flat();
  }
  return items;
}

describe('items', () => {
  test('the API reads all that it shows, adds to logs and talk, and deletes nothing but webhooks, tokens, notes and blocks', () => {
    expect(itemsOf('Api')).toEqual({
      'dynamodb:GetItem': [
        'match#*',
        'player#*',
        'token#*',
        'tokens#*',
        'feed#*',
        'talk#*',
        'notes#*',
        'plan#*',
        'blocks#*',
        'webhooks#*',
        'webhook#*',
        'rating#*',
      ],
      'dynamodb:Query': [
        ...['match#*', 'tokens#*', 'list#*', 'invited#*', 'turns#*', 'results#*', 'feed#*', 'talk#*', 'notes#*'],
        ...['traces#*', 'blocks#*', 'webhooks#*', 'webhook#*', 'rating#*'],
      ],
      'dynamodb:PutItem': [
        'match#*',
        'player#*',
        'token#*',
        'tokens#*',
        'feed#*',
        'talk#*',
        'notes#*',
        'plan#*',
        'blocks#*',
        'webhooks#*',
      ],
      'dynamodb:UpdateItem': ['player#*', 'tokens#*', 'webhooks#*', 'webhook#*'],
      'dynamodb:DeleteItem': ['tokens#*', 'notes#*', 'plan#*', 'blocks#*', 'webhooks#*'],
    });
  });

  test('the stream function writes what is derived and what logs lack of leave, says nothing, and takes away what a closed account had', () => {
    expect(itemsOf('Stream')).toEqual({
      'dynamodb:GetItem': ['match#*', 'player#*', 'feed#*', 'plan#*', 'blocks#*', 'webhook#*', 'rating#*'],
      'dynamodb:Query': [
        ...['match#*', 'list#*', 'invited#*', 'results#*', 'feed#*', 'talk#*', 'notes#*', 'plan#*', 'blocks#*'],
        ...['traces#*', 'tokens#*', 'webhooks#*', 'webhook#*', 'rating#*', 'unrated#*'],
      ],
      'dynamodb:PutItem': [
        ...['match#*', 'list#*', 'invited#*', 'turns#*', 'results#*', 'feed#*', 'plan#*', 'traces#*', 'webhooks#*'],
        ...['webhook#*', 'rating#*', 'unrated#*', 'set-aside'],
      ],
      'dynamodb:UpdateItem': ['match#*', 'talk#*', 'webhooks#*', 'webhook#*', 'rating#*'],
      'dynamodb:DeleteItem': [
        ...['unrated#*', 'plan#*', 'player#*', 'token#*', 'tokens#*', 'notes#*', 'blocks#*', 'webhook#*', 'results#*'],
      ],
    });
  });

  test('the webhooks function, which talks to strangers, cannot write to any match, list or account', () => {
    expect(itemsOf('Webhooks')).toEqual({
      'dynamodb:GetItem': ['feed#*', 'webhooks#*', 'webhook#*'],
      'dynamodb:Query': ['match#*', 'feed#*', 'webhook#*'],
      'dynamodb:PutItem': ['feed#*'],
      'dynamodb:UpdateItem': ['webhooks#*', 'webhook#*'],
    });
  });

  test('the clock function reads matches and leave, adds to logs what has run out of time, and warns in feeds', () => {
    expect(itemsOf('Clock')).toEqual({
      'dynamodb:GetItem': ['player#*', 'match#*', 'feed#*'],
      'dynamodb:Query': ['match#*', 'feed#*'],
      'dynamodb:PutItem': ['match#*', 'feed#*'],
    });
  });

  test.each([
    ['clock function', 'Clock', 'due', 'due#*'],
    ['API', 'Api', 'leaderboard', 'board#*'],
  ] as const)('the %s alone may ask its index, and it may do no more there', (_, whose, index, kind) => {
    const ofIndex = (id: string) => rightsOf(stack, id).filter(({ Resource }) => isIndex(Resource, index));
    expect(ofIndex(whose).map((right) => [actionsOf(right), right.Condition])).toEqual([
      [
        ['dynamodb:Query'],
        {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [kind] },
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      ],
    ]);
    for (const id of FUNCTIONS) if (id !== whose) expect(ofIndex(id)).toEqual([]);
  });

  test('a right is to one kind of items: no pattern fits the keys of another', () => {
    const kinds = Object.values(keys).map((key) => String(key('x', 1 as never, 'x', 'x').pk.S));
    const patterns = FUNCTIONS.flatMap((id) => Object.values(itemsOf(id)).flat());
    for (const pattern of new Set(patterns)) {
      const fitting = kinds.filter((pk) =>
        pattern.endsWith('*') ? pk.startsWith(pattern.slice(0, -1)) : pk === pattern,
      );
      expect(new Set(fitting.map((pk) => pk.replace(/#.*/, ''))).size, pattern).toBe(1);
    }
  });
});

describe.each(FUNCTIONS)('%s', (id) => {
  const rights = rightsOf(stack, id);

  test('no wildcard in an action, no scan, no change of tables or queues', () => {
    expect(rights.length).toBeGreaterThan(1);
    for (const action of rights.flatMap(actionsOf)) {
      expect(action).toMatch(
        /^(dynamodb:(GetItem|PutItem|UpdateItem|DeleteItem|Query|ListStreams|DescribeStream|GetRecords|GetShardIterator)|logs:(CreateLogStream|PutLogEvents)|sqs:(SendMessage|ReceiveMessage|DeleteMessage|ChangeMessageVisibility|GetQueueAttributes|GetQueueUrl))$/,
      );
    }
  });

  test('each right is on one thing of this stack', () => {
    for (const { Effect, Resource } of rights) {
      expect(Effect).toBe('Allow');
      if (isIndex(Resource, 'due') || isIndex(Resource, 'leaderboard')) continue;
      expect(Resource).toEqual({ 'Fn::GetAtt': [expect.any(String), expect.stringMatching(/^(Arn|StreamArn)$/)] });
    }
  });
});

describe('queues', () => {
  const actionsOn = (id: string, queue: RegExp) =>
    rightsOf(stack, id)
      .filter(({ Resource }) => queue.test(JSON.stringify(Resource)))
      .flatMap(actionsOf)
      .sort();

  test('the API and the stream put lanes in, and only the webhooks function takes them out', () => {
    expect(actionsOn('Api', /"WebhooksQueue/)).toEqual(['sqs:SendMessage']);
    expect(actionsOn('Stream', /"WebhooksQueue/)).toEqual(['sqs:SendMessage']);
    expect(actionsOn('Clock', /"WebhooksQueue/)).toEqual([]);
    expect(actionsOn('Webhooks', /"WebhooksQueue/)).toEqual([
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:GetQueueUrl',
      'sqs:ReceiveMessage',
      'sqs:SendMessage',
    ]);
  });

  test('dead letters: only what the event source mapping of the stream needs to put some in', () => {
    expect(actionsOn('Stream', /Failed/)).toEqual(['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage']);
    for (const id of ['Api', 'Webhooks', 'Clock']) expect(actionsOn(id, /Failed/)).toEqual([]);
  });
});
