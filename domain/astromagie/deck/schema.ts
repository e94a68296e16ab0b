/** What a deck of Astromagie must be, whoever wrote its rows. */
import * as z from 'zod';
import { type Deck, type DeckRow, deckOf } from '../cards.ts';
import { KINDS, type Kind } from '../types.ts';

/** AS-1. */
const CARDS_OF: Readonly<Record<Kind, number>> = { zodiac: 24, element: 12, planet: 24, aspect: 12 };

const code = z.string().regex(/^[a-z][a-z0-9]*$/);
const symbol = z.string().min(1);
const copies = z.int().min(1);

const deckRow: z.ZodType<DeckRow> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('zodiac'),
    code,
    name: z.string().regex(/^[A-Za-z]+$/),
    element: symbol,
    ruler: symbol,
    copies,
  }),
  z.strictObject({ kind: z.literal('element'), code, element: symbol, copies }),
  z.strictObject({ kind: z.literal('planet'), code, planet: symbol, number: z.int().min(1), copies }),
  z.strictObject({ kind: z.literal('aspect'), code, value: z.int().min(1), copies }),
]);

export const deckSchema = z.array(deckRow).superRefine((rows, context) => {
  const wrong = (message: string, ...path: (string | number)[]) => context.addIssue({ code: 'custom', message, path });
  for (const kind of KINDS) {
    const count = rows.reduce((sum, row) => sum + (row.kind === kind ? row.copies : 0), 0);
    if (count !== CARDS_OF[kind]) wrong(`AS-1: ${CARDS_OF[kind]} cards are of kind ${kind}, not ${count}.`);
  }
  const elements = new Set(rows.flatMap((row) => (row.kind === 'element' ? [row.element] : [])));
  const planets = new Set(rows.flatMap((row) => (row.kind === 'planet' ? [row.planet] : [])));
  const faces = new Map<string, string>();
  for (const [i, row] of rows.entries()) {
    const { copies: _, ...card } = row;
    const face = JSON.stringify(card);
    const names = row.kind === 'zodiac' ? new Set([row.code, row.name.toLowerCase()]) : [row.code];
    for (const name of names) {
      if ((faces.get(name) ?? face) !== face) wrong(`Another card is called ${name}.`, i);
      faces.set(name, face);
    }
    if (row.kind !== 'zodiac') continue;
    if (!elements.has(row.element)) wrong(`No element card has the symbol ${row.element}.`, i, 'element');
    if (!planets.has(row.ruler)) wrong(`No planet card has the symbol ${row.ruler}.`, i, 'ruler');
  }
});

/** @throws ZodError where the data is no deck of Astromagie. */
export function readDeck(data: unknown): Deck {
  return deckOf(deckSchema.parse(data));
}
