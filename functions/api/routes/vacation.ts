/** The caller's leave. Each of these may be sent again: a wish that stands is not changed by the same wish. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { BEGINNINGS_A_DAY } from '../../../domain/vacation/book.ts';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { jsonBody } from '../json-body.ts';
import { json, problems, withToken } from '../responses.ts';
import { noQuery } from '../schemas/params.ts';
import { vacationSchema, vacationWishSchema } from '../schemas/vacation.ts';
import { send } from '../send.ts';
import { dropVacation, presentVacation, wishVacation } from '../vacation.ts';

const getVacation = createRoute({
  method: 'get',
  path: '/v1/me/vacation',
  operationId: 'getVacation',
  summary: 'Your vacation, and the days that are left',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { query: noQuery },
  responses: { 200: json(vacationSchema, 'As it stands now.'), ...problems('invalid') },
});

const setVacation = createRoute({
  method: 'put',
  path: '/v1/me/vacation',
  operationId: 'setVacation',
  summary: 'Stop your clocks while you are away',
  description:
    'In every match whose settings allow it. There is one vacation at a time: another one replaces what is to come, and ' +
    'ends what is running; days that it has touched stay used. It never counts for time before it was set. At most 30 ' +
    'days a calendar year in your time zone; who changes the zone has them counted in each zone used, and the strictest ' +
    `holds. At most ${BEGINNINGS_A_DAY} vacations may begin within a day; changing one that runs is no new beginning. ` +
    'Sent again while it stands, it changes nothing.',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer, jsonBody({ required: true })] as const,
  request: {
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: vacationWishSchema } } },
  },
  responses: {
    200: json(vacationSchema, 'The vacation.'),
    ...problems(
      ...(['malformed', 'too_large', 'unsupported_media_type', 'invalid'] as const),
      ...(['vacation_too_long', 'vacation_too_often'] as const),
    ),
  },
});

const endVacation = createRoute({
  method: 'delete',
  path: '/v1/me/vacation',
  operationId: 'endVacation',
  summary: 'Be back: end the vacation now, or drop one to come',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { query: noQuery },
  responses: { 200: json(vacationSchema, 'What is left.'), ...problems('invalid') },
});

export function vacationRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(getVacation, async (c) => {
    const { book } = await deps.vacations.book(c.get('caller').id);
    return send(c, await presentVacation(book, c.get('receivedAt')), 200);
  });

  app.openapi(setVacation, async (c) => {
    const at = c.get('receivedAt');
    const book = await wishVacation(deps, c.get('caller'), c.req.valid('json'), at);
    return send(c, await presentVacation(book, at), 200);
  });

  app.openapi(endVacation, async (c) => {
    const at = c.get('receivedAt');
    return send(c, await presentVacation(await dropVacation(deps, c.get('caller'), at), at), 200);
  });
}
