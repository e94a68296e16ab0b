/**
 * Checks a record with nothing but the record and the rules: the chain, the chance, every command judged again, and
 * that each character of it is as it must be.
 *
 * A record that was made up from its first commit on can still be consistent. What tells it from the true one is the
 * head hash, which everybody who played was shown with every answer.
 */
import { commitmentOf } from '../chance.ts';
import type { Catalogue } from '../games.ts';
import { COMPACT_FORMAT, recordHeader } from './record.ts';
import type { ReadCommit, ReadCompact, ReadEvent, ReadFull } from './schema.ts';
import type { MatchState } from './types.ts';
import { brokenLink, headerOf, isTime } from './verify-chain.ts';
import { unfold } from './verify-compact.ts';
import { difference } from './verify-difference.ts';
import { chainFinding, findingsOf } from './verify-findings.ts';
import { benchFor, judgeCommit, NOTHING_JUDGED } from './verify-judge.ts';
import { readRecord } from './verify-read.ts';
import { type Fault, faulty, type Report, type Subject } from './verify-report.ts';

export function verifyRecord(text: string, games: Catalogue): Report {
  const read = readRecord(text);
  if (!read.ok) return report(null, read.fault, { verdict: read.unusable ? 'unusable' : 'fault' });
  const { record } = read;
  return record.format === COMPACT_FORMAT ? verifyCompact(record, games) : verifyFull(record, games);
}

function verifyFull(record: ReadFull, games: Catalogue): Report {
  const { match, commits } = record;
  const subject = subjectOf(record);
  const broken = brokenLink(match, commits);
  if (broken !== null) return report(subject, broken, { validCommits: (broken.commit ?? 1) - 1 });
  const facts = headerOf(record);
  const { position, commits: _, ...header } = record;
  const untrue = facts === null ? '' : difference(facts, header);
  if (untrue !== null) return report(subject, headerFault(untrue), { validCommits: commits.length });
  const seed = openSeed(commits);
  if (!seed.ok) return report(subject, seed.fault, { validCommits: commits.length });
  const game = games.find(record.game, record.rules);
  if (game === undefined) return unknownGame(subject, commits);

  const bench = benchFor(game, match, seed.value);
  let judged = NOTHING_JUDGED;
  for (const commit of commits) {
    const next = judgeCommit(bench, judged, commit);
    if (!next.ok) return report(subject, next.fault, { validCommits: commit.seq - 1, valid: judged.state });
    judged = next.value;
  }
  const found = { validCommits: commits.length, valid: judged.state };
  const provable = judged.stopped || judged.state === null ? null : recordHeader(game, judged.state).position;
  if (position !== provable) return report(subject, headerFault('position'), found);
  return report(subject, null, { ...found, findings: findingsOf(subject, commits, judged, seed.value !== null) });
}

function verifyCompact(record: ReadCompact, games: Catalogue): Report {
  const subject = subjectOf(record);
  const [, created] = record.commits[0] ?? [];
  if (typeof created === 'string' || created?.type !== 'match.created') return report(subject, headerFault('commits'));
  if (!isTime(record.at)) return report(subject, headerFault('at'));
  const { game: id, rules } = created;
  const untrue = difference({ game: id, rules }, { game: record.game, rules: record.rules });
  if (untrue !== null) return report(subject, headerFault(untrue));
  const game = games.find(id, rules);
  if (game === undefined) return unknownGame(subject, []);
  const open = 'value' in created.seed ? created.seed.value : null;
  const { commits, judged, fault } = unfold(benchFor(game, record.match, open), record);
  const found = { validCommits: commits.length, valid: judged.state };
  if (fault !== null) return report(subject, fault, found);
  const last = commits.at(-1);
  const wrongHead = difference({ seq: last?.seq, hash: last?.hash }, record.head);
  if (wrongHead !== null) {
    const message = 'The moves lead to another head; in the compact form nothing tells which of them was changed.';
    return report(subject, faulty('chain', null, `head/${wrongHead}`, message).fault, { valid: judged.state });
  }
  const seed = openSeed(commits);
  if (!seed.ok) return report(subject, seed.fault, found);
  return report(subject, null, { ...found, findings: findingsOf(subject, commits, judged, seed.value !== null) });
}

/** The seed if it is open, and then the one that was committed to; hidden is right only while the match goes on. */
function openSeed(commits: readonly ReadCommit[]) {
  const created = commits[0]?.events[0];
  if (created?.type !== 'match.created') return faulty('chance', 1, 'events/0', 'A log begins with match.created.');
  if ('value' in created.seed) {
    return commitmentOf(created.seed.value) === created.commitment
      ? ({ ok: true, value: created.seed.value } as const)
      : faulty('chance', 1, 'events/0/seed', 'This is not the seed that was committed to.');
  }
  return commits.some(({ events }) => events.some(isEnd))
    ? faulty('chance', 1, 'events/0/seed', 'The match is over, but its seed is still hidden.')
    : ({ ok: true, value: null } as const);
}

function isEnd({ type }: ReadEvent): boolean {
  return type === 'match.finished' || type === 'match.cancelled';
}

function subjectOf({ match, game, rules }: Subject): Subject {
  return { match, game, rules };
}

function headerFault(field: string): Fault {
  return faulty('header', null, field, 'This does not follow from the commits.').fault;
}

function unknownGame(subject: Subject, commits: readonly ReadCommit[]): Report {
  const message = `There is no ${subject.game} with rules ${subject.rules} here to judge by.`;
  const findings = commits.length > 0 ? [chainFinding(commits)] : [];
  const fault = faulty('moves', null, 'rules', message).fault;
  return report(subject, fault, { verdict: 'unusable', validCommits: commits.length, findings });
}

function report(subject: Subject | null, fault: Fault | null, more: Partial<Report> = {}): Report {
  const verdict = fault === null ? 'ok' : 'fault';
  const nothing: { valid: MatchState | null } = { valid: null };
  return { verdict, fault, subject, validCommits: 0, ...nothing, findings: [], ...more };
}
