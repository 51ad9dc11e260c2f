/**
 * Where a tile of a log stands (C2SP tlog-tiles): a file for every 256 hashes of a level, or 256 entries.
 */
export const TILE_WIDTH = 256;

/** The path of a tile; `width` below 256 is a partial one. Level `entries` holds the entries themselves. */
export function tilePath(level: number | 'entries', index: number, width: number): string {
  const groups: string[] = [];
  let rest = index;
  do {
    groups.unshift(String(rest % 1_000).padStart(3, '0'));
    rest = Math.floor(rest / 1_000);
  } while (rest > 0);
  const number = groups
    .map((group, place) => (place < groups.length - 1 ? `x${group}` : group))
    .join('/');
  return `tile/${level}/${number}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Entries as a tile holds them: each with its length in two bytes before it. */
export function entryBundle(entries: readonly Uint8Array[]): Buffer {
  const parts = entries.flatMap((entry) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(entry.length);
    return [length, entry];
  });
  return Buffer.concat(parts);
}

/** The entries of a bundle; null for bytes that are none. */
export function readBundle(bundle: Buffer): readonly Buffer[] | null {
  const entries: Buffer[] = [];
  let place = 0;
  while (place < bundle.length) {
    if (place + 2 > bundle.length) return null;
    const end = place + 2 + bundle.readUInt16BE(place);
    if (end > bundle.length) return null;
    entries.push(bundle.subarray(place + 2, end));
    place = end;
  }
  return entries;
}
