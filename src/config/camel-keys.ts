/**
 * `window_size` in the file is `windowSize` in the program: the same name in the manner of each.
 */

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

export type CamelKeys<Value> = {
  [Key in keyof Value as Key extends string ? Camel<Key> : never]: Value[Key];
};

/** The name in the manner of the program. */
export function camelName(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The same values under the program's names; only this level, so that names of agents stay as they are. */
export function camelKeys<Value extends object>(value: Value): CamelKeys<Value> {
  const renamed = Object.entries(value).map(([key, part]): [string, unknown] => [
    camelName(key),
    part,
  ]);
  return Object.fromEntries(renamed) as CamelKeys<Value>;
}
