/**
 * Counts how often a value is looked into, so that "bounded work" is a number and not a stopwatch.
 */

/** The value, with every look into it counted, at any depth. */
export function counted<T extends object>(value: T, count: () => void): T {
  return new Proxy(value, {
    get(target, key, receiver): unknown {
      count();
      const member: unknown = Reflect.get(target, key, receiver);
      return typeof member === 'object' && member !== null ? counted(member, count) : member;
    },
    has(target, key) {
      count();
      return Reflect.has(target, key);
    },
  });
}

/** How many values a JSON value is made of, itself included. */
export function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 1);
}
