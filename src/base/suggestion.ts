/**
 * The word that was probably meant.
 *
 * A refused key is mostly a slip or a habit from elsewhere: letters swapped, `adminPort` for
 * `admin_port`, `api_key` for `key`. Naming the right one saves a trip to the documents.
 */

/** The candidate nearest to the word, or null when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const bare = bareWord(word);
  if (bare === '') return null;
  const near = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(bare, bareWord(candidate)) }))
    .filter(({ edits }) => edits <= Math.max(1, Math.floor(bare.length / 3)))
    .toSorted((a, b) => a.edits - b.edits);
  return near[0]?.candidate ?? containing(bare, candidates);
}

/** The word without what is only a manner of writing it. */
export function bareWord(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

const CONTAINED_LENGTH_MIN = 3;

/** The longest candidate that holds the word or is held by it. */
function containing(bare: string, candidates: readonly string[]): string | null {
  const holds = candidates.filter((candidate) => {
    const other = bareWord(candidate);
    if (Math.min(other.length, bare.length) < CONTAINED_LENGTH_MIN) return false;
    return other.includes(bare) || bare.includes(other);
  });
  return holds.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

const WORD_LENGTH_MAX = 64;

/** Letters added, removed, replaced or swapped with their neighbour to get from one word to the other. */
function editsBetween(from: string, to: string): number {
  if (from.length > WORD_LENGTH_MAX || to.length > WORD_LENGTH_MAX) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped =
        from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
          ? at(beforeLast, column - 2) + 1
          : Infinity;
      now.push(Math.min(at(last, column) + 1, at(now, column - 1) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = now;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
