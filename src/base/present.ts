/**
 * Leaves out what is undefined.
 *
 * The compiler tells a field that is missing from one that is undefined, and so do canonical JSON and `in`. An optional
 * value is passed on as `...present({ thread })`.
 */

/** The fields whose values are there, in their order. */
export function present<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const there = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}
