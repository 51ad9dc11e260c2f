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
  const there: { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } = {};
  // Every record passes here several times: a loop takes a third of what lists of pairs take, and no list of names.
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) there[name] = value as Exclude<Fields[typeof name], undefined>;
  }
  return there;
}
