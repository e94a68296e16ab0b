/** The words that `packing.ts` deflates against, the likeliest last. Frozen once used: add a number, change none. */

const FIRST = Buffer.from(
  [
    '{"type":"match.created","game":"aquaignis","rules":"1","options":{},"seats":2,"visibility":"unlisted","creator":"p_',
    '","invited":[],"commitment":"","seed":{"sealedFor":"nobody","value":"',
    '{"type":"seat.left","seat":',
    '{"type":"match.cancelled"}',
    '{"type":"seat.joined","seat":1,"player":"p_","entropy":""}',
    '{"type":"match.started","effects":[]}',
    '{"type":"seat.resigned","seat":',
    '{"type":"time.passed","effects":[',
    '{"type":"match.finished","outcome":{"kind":"win","winners":[1],"reason":"resignation","scores":[4,"detail":{"text":"',
    '[{"type":"move.made","seat":2,"ply":1,"move":"advance ","effects":[{"type":"',
  ].join(''),
);

export const DICTIONARIES: ReadonlyMap<number, Buffer> = new Map([[1, FIRST]]);
export const NEWEST_DICTIONARY = 1;
