/** How many requests of which kind one may make. */
import { OPERATION_SCOPES } from '../operation-scopes.ts';

export interface Policy {
  /** As many at once as are saved up, and as many within `seconds` for as long as one likes. */
  readonly quota: number;
  readonly seconds: number;
}

export const POLICY_NAMES = ['moves', 'reads', 'writes', 'accounts'] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];
export type Policies = Readonly<Record<PolicyName, Policy>>;

/** Far more than people need and than a well-made bot does; far less than a loop that has run wild makes. */
export const POLICIES: Policies = {
  moves: { quota: 300, seconds: 60 },
  reads: { quota: 600, seconds: 60 },
  writes: { quota: 120, seconds: 60 },
  accounts: { quota: 60, seconds: 3600 },
};

/** So many times as much of every kind. */
export function timesAsMuch(policies: Policies, times: number): Policies {
  const more = ({ quota, seconds }: Policy) => ({ quota: quota * times, seconds });
  const { moves, reads, writes, accounts } = policies;
  return { moves: more(moves), reads: more(reads), writes: more(writes), accounts: more(accounts) };
}

/** The same for every kind. */
export function everyPolicy(policy: Policy): Policies {
  return { moves: policy, reads: policy, writes: policy, accounts: policy };
}

/** Those give a token, so they count by address, whoever asks. */
const ACCOUNTS: ReadonlySet<string> = new Set(['POST /v1/players', 'POST /v1/recover']);

const IN_A_MATCH = /^\w+ \/v1\/matches\/\{match\}\//;

/** `operation` as the table of scopes writes it; null for what is none. */
export function policyOf(operation: string | null): PolicyName {
  if (operation === null || operation.startsWith('GET ')) return 'reads';
  if (ACCOUNTS.has(operation)) return 'accounts';
  // What is played has a budget that nothing else can eat.
  const plays = OPERATION_SCOPES[operation]?.includes('matches:play') === true;
  return plays && IN_A_MATCH.test(operation) ? 'moves' : 'writes';
}
