/**
 * A list with one more at its end, of which only so many are kept.
 *
 * What a thread remembers is such lists, and each record makes some of them anew: one copy, not one for the longer list
 * and another for what is kept of it.
 */

/** The list with `item` behind it; the oldest go where there would be more than `max`. */
export function withLast<Item>(list: readonly Item[], item: Item, max: number): readonly Item[] {
  if (max < 1) return [];
  const kept = list.length < max ? list.slice() : list.slice(list.length - max + 1);
  kept.push(item);
  return kept;
}
