/** The floor of the cold start: the least that a handler on Hono, Zod and DynamoDB can be. */
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import * as z from 'zod';

const question = z.strictObject({ ply: z.int().min(0), moves: z.array(z.string().max(200)).min(1).max(24) });

const client = new DynamoDBClient({ maxAttempts: 3 });
const app = new Hono();
app.post('/v1/matches/:match/moves', async (c) => {
  const parsed = question.safeParse(await c.req.json());
  if (!parsed.success) return c.json({}, 422);
  const Key = { pk: { S: `match#${c.req.param('match')}` }, sk: { S: 'commit#00000001' } };
  const { Item: item } = await client.send(new GetItemCommand({ TableName: process.env.PLYPOST_TABLE, Key }));
  return c.json({ at: item?.at?.N ?? null, ...parsed.data }, 200);
});

export const handler = handle(app);
