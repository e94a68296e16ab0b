/** Says what a sound record proves, and what it cannot. */
import type { ReadCommit } from './schema.ts';
import type { Judged } from './verify-judge.ts';
import { counted, type Finding, type Subject } from './verify-report.ts';

export function chainFinding(commits: readonly ReadCommit[]): Finding {
  const last = commits.at(-1);
  return {
    about: 'chain',
    proved: 'yes',
    text: `${counted(commits.length, 'commit')}, each tied to the one before; the head is ${last?.seq} ${last?.hash}.`,
  };
}

export function findingsOf(
  subject: Subject,
  commits: readonly ReadCommit[],
  judged: Judged,
  seedIsOpen: boolean,
): readonly Finding[] {
  return [
    chainFinding(commits),
    chanceFinding(judged, seedIsOpen),
    movesFinding(subject, commits, judged, seedIsOpen),
    ...forkFindings(commits),
    resultFinding(commits),
  ];
}

function chanceFinding({ state }: Judged, seedIsOpen: boolean): Finding {
  if (!seedIsOpen) {
    return {
      about: 'chance',
      proved: 'no',
      text: 'The seed stays hidden until the match is over; until then no draw can be checked.',
    };
  }
  const drawn = state?.drawn ?? 0;
  const draws = drawn === 0 ? 'nothing was drawn from it' : `all ${counted(drawn, 'number')} drawn follow from it`;
  return { about: 'chance', proved: 'yes', text: `The seed is the one committed to at the start; ${draws}.` };
}

function movesFinding(
  { game, rules }: Subject,
  commits: readonly ReadCommit[],
  { commits: judgedCommits, legible }: Judged,
  seedIsOpen: boolean,
): Finding {
  const ply = commits.at(-1)?.ply ?? 0;
  const judgedPly = commits[judgedCommits - 1]?.ply ?? 0;
  const judged = `Judged again by the rules of ${game}, version ${rules}: ${judgedPly} of ${counted(ply, 'move')}`;
  if (judgedCommits < commits.length) {
    return {
      about: 'moves',
      proved: 'partly',
      text: `${judged}, in commits 1 to ${judgedCommits}. From there on this copy hides what that takes: the rest is proved by the chain alone.`,
    };
  }
  if (!seedIsOpen) return { about: 'moves', proved: 'yes', text: `${judged}, each up to what chance added to it.` };
  if (!legible) return { about: 'moves', proved: 'partly', text: `${judged}; some values stay hidden in this copy.` };
  return { about: 'moves', proved: 'yes', text: `${judged}.` };
}

function forkFindings(commits: readonly ReadCommit[]): readonly Finding[] {
  const created = commits[0]?.events[0];
  if (created?.type !== 'match.created' || created.fork === undefined) return [];
  const { match, ply } = created.fork;
  const text = `This is a fork, taken from ${match} after ply ${ply}: the state that it begins with is believed, and the moves are judged from there on.`;
  return [{ about: 'moves', proved: 'partly', text }];
}

function resultFinding(commits: readonly ReadCommit[]): Finding {
  for (const event of commits.flatMap(({ events }) => events)) {
    if (event.type === 'match.finished') {
      return { about: 'result', proved: 'yes', text: `It follows from the log: ${event.outcome.detail.text}` };
    }
    if (event.type === 'match.cancelled') {
      return { about: 'result', proved: 'yes', text: 'The match was cancelled before it began.' };
    }
  }
  return { about: 'result', proved: 'no', text: 'There is none yet.' };
}
