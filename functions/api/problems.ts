/** How problems leave: RFC 9457 documents, also for what Hono or the code itself throws. */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { MatchProblem } from '../../domain/match/problems.ts';
import { ContentionError } from '../play/execute.ts';
import { isUnavailable } from '../store/unavailable.ts';
import type { ApiDeps, ApiEnv } from './deps.ts';
import { PROBLEMS, type ProblemCode } from './problem-codes.ts';
import type { FieldError, Problem } from './schemas/problem.ts';

type More = Partial<Pick<Problem, 'detail' | 'errors' | 'ply' | 'index' | 'rule' | 'pointer'>>;

/** Thrown by handlers; `problemResponse` makes the answer. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ProblemCode;
  readonly more: More;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, more: More = {}, headers: Readonly<Record<string, string>> = {}) {
    super(code);
    this.code = code;
    this.more = more;
    this.headers = headers;
  }
}

export function invalid(where: FieldError['in'], pointer: string, detail: string): ApiProblem {
  return new ApiProblem('invalid', { errors: [{ in: where, pointer, detail }] });
}

export function refused(problem: MatchProblem): ApiProblem {
  const { code, detail, retryAfter, ...more } = problem;
  if (code === 'invalid') return invalid('body', problem.pointer ?? '', detail);
  return new ApiProblem(
    code,
    { detail, ...more },
    retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
  );
}

export function problemResponse(c: Context<ApiEnv>, problem: ApiProblem): Response {
  const { status, title } = PROBLEMS[problem.code];
  const { code, more } = problem;
  const body: Problem = {
    type: `urn:plypost:problem:${code}`,
    title,
    status,
    code,
    requestId: c.get('requestId'),
    ...more,
  };
  const headers: Record<string, string> = {
    ...c.get('headers'),
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...problem.headers,
    'Content-Type': 'application/problem+json',
  };
  if (status === 503) headers['Retry-After'] = '1';
  return c.body(JSON.stringify(body), status, headers);
}

/** Turns whatever was thrown into a problem. An unforeseen error is told to the log alone. */
export function onError(deps: ApiDeps) {
  return (error: Error, c: Context<ApiEnv>): Response => {
    if (error instanceof ApiProblem) return problemResponse(c, error);
    if (error instanceof HTTPException && error.status === 400) {
      return problemResponse(c, new ApiProblem('malformed', { detail: 'The body is no JSON.' }));
    }
    const code = error instanceof ContentionError || isUnavailable(error) ? 'unavailable' : 'internal';
    deps.report({
      level: 'error',
      message: code,
      requestId: c.get('requestId'),
      error: `${error.name}: ${error.message}`,
      stack: error.stack,
    });
    return problemResponse(c, new ApiProblem(code));
  };
}
