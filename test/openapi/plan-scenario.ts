/** Somebody plans what to answer, where that may be and where not; the plan answers, and is dropped. */
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { ApiDeps } from '../../functions/api/deps.ts';
import { type Client, type MatchBody, newMatch, type Send } from '../support/clients.ts';
import type { Recorder } from './recorder.ts';
import type { RecordedStream } from './stream.ts';

interface People {
  readonly ada: Client;
  readonly ben: Client;
  readonly cyd: Client;
}

interface Ways {
  /** The API with some of what it is handed replaced. */
  with(deps: Partial<ApiDeps>): Send;
  /** The API as it will be a second after an instant. */
  after(instant: string | null): Send;
}

const SECOND = { when: ['advance 4', 'spawn 5'], answer: ['spawn 2', 'charge 2'] };
const BRANCHES = [
  { when: ['spawn 4', 'charge 4'], answer: ['charge 4', 'spawn 1'], next: [SECOND] },
  { when: ['spawn 3', 'charge 3'], answer: ['spawn 3'] },
];

export async function planAhead(
  { ask }: Recorder,
  { ada, ben, cyd }: People,
  { deps, catchUp }: RecordedStream,
  ways: Ways,
): Promise<void> {
  const begun = async (): Promise<{ match: string; deadline: string | null }> => {
    const { id: match } = await newMatch(ada, ben);
    const moved = await ada.call<MatchBody>('POST', `/v1/matches/${match}/moves`, { ply: 0, moves: ['spawn 4'] });
    return { match, deadline: moved.body.clock.deadline };
  };
  const { deadline, ...path } = await begun();
  const plan = { ply: 1, branches: BRANCHES };
  await ask('getPlan', 'None', { as: ada, path });
  await ask('setPlan', 'What you answer to two turns that may come', { as: ada, path, body: plan });
  await ask('setPlan', 'A line walked through it', {
    as: ada,
    path,
    query: 'dry-run=true',
    body: {
      ...plan,
      line: [{ moves: BRANCHES[0]?.when }, { moves: SECOND.when }, { moves: ['spawn 6', 'charge 6'] }],
    },
  });
  await ask('getPlan', 'One’s own', { as: ada, path });
  await ask('getPlan', 'Without a seat', { as: cyd, path });
  await ask('setPlan', 'Without a seat', { as: cyd, path, body: plan });
  await ask('deletePlan', 'Without a seat', { as: cyd, path });
  await ask('setPlan', 'In one’s own turn', { as: ben, path, body: plan });
  await ask('setPlan', 'A ply that is past', { as: ada, path, body: { ...plan, ply: 0 } });
  const refused = (summary: string, branches: readonly object[]) =>
    ask('setPlan', summary, { as: ada, path, body: { ply: 1, branches } });
  await refused('Not in the notation', [{ when: ['hello'], answer: ['spawn 3'] }]);
  await refused('Against the rules', [{ when: ['spawn 4', 'charge 4'], answer: ['spawn 5', 'surge 5'] }]);
  await refused('The same answered twice', [...BRANCHES, { when: ['S4', 'C4'], answer: ['spawn 6'] }]);
  await ask('setPlan', 'Out of time', { as: ada, path, body: plan, to: ways.after(deadline) });

  const laid = await deps.plans.get(path.match as MatchId, ada.id as PlayerId);
  if (laid === null) throw new Error('there is a plan');
  const firing = { ...laid, firing: { ply: 3, moves: BRANCHES[0]?.answer ?? [] } };
  const to = ways.with({ plans: { ...deps.plans, get: async () => firing } });
  await ask('setPlan', 'Its answer is being played', { as: ada, path, body: plan, to });
  await ask('deletePlan', 'Its answer is being played', { as: ada, path, to });

  await ben.call('POST', `/v1/matches/${path.match}/moves`, { ply: 1, moves: BRANCHES[0]?.when });
  await catchUp();
  await ask('getPlan', 'What is left when it has answered', { as: ada, path });
  await ben.call('POST', `/v1/matches/${path.match}/moves`, { ply: 5, moves: ['spawn 6'] });
  await catchUp();
  await ask('deletePlan', 'There is none any more', { as: ada, path });

  const open = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' });
  await ask('setPlan', 'Before the start', { as: ada, path: { match: open.body.id }, body: plan });
  const over = await begun();
  await ben.call('POST', `/v1/matches/${over.match}/resign`);
  await ask('setPlan', 'After the end', { as: ada, path: { match: over.match }, body: plan });
  const fork = await cyd.call<MatchBody>('POST', `/v1/matches/${path.match}/forks`);
  await ask('setPlan', 'In a fork', { as: cyd, path: { match: fork.body.id }, body: plan });
  const hands = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'astromagie' });
  await ask('setPlan', 'Where hands are hidden', { as: ada, path: { match: hands.body.id }, body: plan });
}
