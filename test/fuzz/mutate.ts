/**
 * Broken texts made from whole ones, the same for the same number: so that a run can be repeated, and a text that broke
 * something can be kept.
 */

/** Numbers from 0 up to, not including, 1. */
export type Chance = () => number;

/** A sequence of numbers that follows from one number. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What readers have stumbled over. */
const TOKENS: readonly string[] = [
  '\0',
  '\uFEFF',
  '\u2028',
  '\uD800',
  '\\u0000',
  '"',
  '{',
  '[',
  '}',
  ']',
  ':',
  ',',
  '\n',
  '\r',
  '\t',
  '---\n',
  '&a [*a]',
  '<<: *x\n',
  '!!js/function x',
  '- ',
  '? ',
  '__proto__',
  'constructor',
  'null',
  'true',
  '-0',
  '1e999',
  '-1',
  '9007199254740993',
  '0x7fffffff',
  '1e-7',
  '[[[[[[[['.repeat(400),
  '{"a":'.repeat(3_000),
  'a'.repeat(20_000),
];

/** One to six changes of a text. */
export function mutated(text: string, chance: Chance, others: readonly string[] = []): string {
  let out = text;
  const changes = 1 + Math.floor(chance() * 6);
  for (let count = 0; count < changes; count += 1) out = changedOnce(out, chance, others);
  return out;
}

function changedOnce(text: string, chance: Chance, others: readonly string[]): string {
  const pick = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(chance() * values.length)];
  const at = Math.floor(chance() * (text.length + 1));
  const length = 1 + Math.floor(chance() * Math.min(60, text.length + 1));
  const rest = text.slice(at + length);
  const changes: readonly (() => string)[] = [
    () => text.slice(0, at) + rest,
    () => text.slice(0, at) + (pick(TOKENS) ?? '') + text.slice(at),
    () => text.slice(0, at) + (pick(TOKENS) ?? '') + rest,
    () => text.slice(0, at) + text.slice(at, at + length).repeat(3) + rest,
    () =>
      text.slice(0, at) + String.fromCodePoint(Math.floor(chance() * 0xd7ff)) + text.slice(at + 1),
    () => text.slice(0, at),
    () => text.slice(0, at) + (pick(others) ?? '').slice(Math.floor(chance() * 200)),
    () => {
      const lines = text.split('\n');
      const [one, other] = [pick([...lines.keys()]) ?? 0, pick([...lines.keys()]) ?? 0];
      [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
      return lines.join('\n');
    },
  ];
  return pick(changes)?.() ?? text;
}
