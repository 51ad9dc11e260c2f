/**
 * Ids as people write them: `T1–T12, K3`.
 * Ninety ids in a row hide the one that matters; runs of neighbours do not.
 */

interface Run {
  readonly letter: string;
  readonly first: number;
  readonly last: number;
}

/** Neighbours must stand next to each other in the list; the order of the list is kept. */
export function idRanges(ids: readonly string[]): string {
  const runs: Run[] = [];
  for (const id of ids) {
    const [letter, number] = split(id);
    const run = runs.at(-1);
    if (run !== undefined && run.letter === letter && run.last + 1 === number) {
      runs[runs.length - 1] = { ...run, last: number };
    } else {
      runs.push({ letter, first: number, last: number });
    }
  }
  return runs.length === 0 ? 'none' : runs.map(written).join(', ');
}

function split(id: string): [letter: string, number: number] {
  const match = /^([A-Z]+)(\d+)$/.exec(id);
  if (match === null) throw new Error(`"${id}" is not a requirement id`);
  return [match[1] ?? '', Number(match[2])];
}

function written({ letter, first, last }: Run): string {
  if (first === last) return `${letter}${first}`;
  return `${letter}${first}–${letter}${last}`;
}
