/**
 * All of a player's data as one file; of an account with very much of it as several, each of which says where the next
 * goes on. So what is held in memory has a bound, and in AWS, where an answer has at most 6 MB, it fits.
 */
import { tokenIdFor } from '../ids.ts';
import { type ExportPlace, exportCursorOf } from './cursor.ts';
import type { Asking } from './section.ts';
import { SECTION_NAMES, SECTIONS, type SectionName } from './sections.ts';

export const FORMAT = 'plypost-export/1';
/** So many bytes of entries, and then the file ends; the last entry may go beyond it. */
export const FILE_BYTES = 4_000_000;

/** From a place on; null: from the beginning. */
export async function exportFile(asking: Asking, from: ExportPlace | null, bytesMost = FILE_BYTES) {
  const lists = emptyLists();
  const first = from === null ? 0 : SECTION_NAMES.indexOf(from.section);
  let bytes = 0;
  let next: string | null = null;
  sections: for (const section of SECTION_NAMES.slice(first)) {
    const after = section === from?.section ? from.after : '';
    for await (const { entry, place } of SECTIONS[section](asking, after)) {
      lists[section].push(entry);
      bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
      if (bytes < bytesMost) continue;
      next = exportCursorOf({ section, after: place });
      break sections;
    }
  }
  return { format: FORMAT, asOf: asking.at.toISOString(), account: await accountOf(asking), ...lists, next };
}

function emptyLists(): Record<SectionName, unknown[]> {
  return {
    tokens: [],
    webhooks: [],
    matches: [],
    forks: [],
    talk: [],
    notes: [],
    plans: [],
    invitations: [],
    blocks: [],
    ratings: [],
    events: [],
    deliveries: [],
  };
}

async function accountOf({ deps, player }: Asking) {
  const [fresh, { book }, codes] = await Promise.all([
    deps.players.fresh(player.id),
    deps.vacations.book(player.id),
    deps.recovery.codes(player.id),
  ]);
  const { id, name, language, createdAt, secret } = fresh ?? player;
  const used = await Promise.all(
    (codes?.digests ?? []).map(async (digest) => deps.tokens.get(id, tokenIdFor(secret, `recovered|${digest}`))),
  );
  const recoveryCodes = used.filter((token) => token === null).length;
  return { id, name, language, timeZone: book.timeZone, createdAt, recoveryCodes, vacations: [...book.leaves] };
}
