/** Reads a match's log over the API and proves its chain, with nothing but what was sent. */
import { commitHash, NO_HASH } from '../../domain/log/commit.ts';
import type { ShownEvent } from '../../domain/log/seal.ts';
import { digestsOfShown } from '../../domain/log/shown.ts';
import type { Client } from './clients.ts';

export interface SentCommit {
  readonly seq: number;
  readonly at: string;
  readonly prev: string;
  readonly hash: string;
  readonly ply: number;
  readonly events: readonly ShownEvent[];
}

export async function readLog(client: Client, match: string): Promise<SentCommit[]> {
  const commits: SentCommit[] = [];
  for (;;) {
    const after = commits.at(-1)?.seq ?? 0;
    const page = await client.call<{ commits: SentCommit[]; more: boolean }>(
      'GET',
      `/v1/matches/${match}/events?after=${after}`,
    );
    if (page.status !== 200) throw new Error(`no log of ${match}: ${page.text}`);
    commits.push(...page.body.commits);
    if (!page.body.more) return commits;
  }
}

/** @throws Error at the first commit that does not follow from the one before it. */
export function proveChain(match: string, commits: readonly SentCommit[]): void {
  let prev = NO_HASH;
  let at = '';
  let ply = 0;
  for (const [index, commit] of commits.entries()) {
    const where = `${match}, commit ${commit.seq}`;
    if (commit.seq !== index + 1) throw new Error(`${where} stands at place ${index + 1}`);
    if (commit.prev !== prev) throw new Error(`${where} does not hang on the commit before`);
    if (commit.at < at) throw new Error(`${where} is earlier than the commit before`);
    for (const event of commit.events) {
      if (event.type !== 'move.made') continue;
      ply += 1;
      if (event.ply !== ply) throw new Error(`${where} has ply ${String(event.ply)} where ${ply} comes`);
    }
    if (commit.ply !== ply) throw new Error(`${where} tells ply ${commit.ply}, and has ${ply}`);
    const hash = commitHash(match, commit.seq, commit.at, commit.prev, digestsOfShown(commit.events));
    if (hash !== commit.hash) throw new Error(`${where} has another hash`);
    prev = commit.hash;
    at = commit.at;
  }
}
