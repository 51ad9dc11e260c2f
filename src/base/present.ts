/**
 * Leaves out what is undefined.
 *
 * The compiler tells a field that is missing from one that is undefined, and so do canonical JSON and `in`. An optional
 * value is passed on as `...present({ thread })`.
 */

/** Fields that may be undefined may be missing; all others are there. */
export type Present<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<
    Fields[Name],
    undefined
  >;
};

/** The fields whose values are there, in their order. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  const there: { [Name in keyof Fields]?: Fields[Name] } = {};
  // Every record passes here several times: a loop takes a third of what lists of pairs take, and no list of names.
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) there[name] = value;
  }
  return there as unknown as Present<Fields>;
}
