/** All that there is of a player, list by list, in the order of the file. Each is one line here and one in its schema. */
import { presentToken } from '../tokens/present.ts';
import { presentWebhook } from '../webhooks/present.ts';
import { ownForks, ownMatches } from './matches.ts';
import { ownBlocks, ownInvitations, ownPlans } from './others.ts';
import { ownRatings } from './ratings.ts';
import { fewOf, type Section } from './section.ts';
import { ownDeliveries, ownEvents } from './told.ts';
import { ownNotes, ownTalk } from './words.ts';

export const SECTIONS = {
  tokens: fewOf(async ({ deps, player, token, at }) =>
    (await deps.tokens.of(player.id, at)).map((each) => presentToken(each, token)),
  ),
  webhooks: fewOf(async ({ deps, player, at }) =>
    (await deps.webhooks.of(player.id)).map((each) => presentWebhook(each, at)),
  ),
  matches: ownMatches,
  forks: ownForks,
  talk: ownTalk,
  notes: ownNotes,
  plans: ownPlans,
  invitations: ownInvitations,
  blocks: ownBlocks,
  ratings: ownRatings,
  events: ownEvents,
  deliveries: ownDeliveries,
} as const satisfies Readonly<Record<string, Section<unknown>>>;

export type SectionName = keyof typeof SECTIONS;

function isSection(text: string): text is SectionName {
  return text in SECTIONS;
}

export const SECTION_NAMES: readonly SectionName[] = Object.keys(SECTIONS).filter(isSection);
