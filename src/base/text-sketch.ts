/**
 * A cheap 32-bit print of a text: its length and at most a few hundred of its characters.
 *
 * It answers one question: is this the text that stood here before? Clients resend their whole history with
 * every request, and reading all of it again would cost more than everything else. A change that keeps the
 * length and misses every sample goes unseen; it can hide an edit of old history, never something new, because
 * what is new is found by its place.
 */

/** Characters taken from the start and from the end. */
const ENDS = 32;
/** Characters taken evenly from between. */
const MIDDLE = 64;

/** The print of a text, mixed into an earlier print. */
export function sketchText(seed: number, text: string, middle: number = MIDDLE): number {
  const length = text.length;
  let print = mixedInto(seed, length);
  if (length <= 2 * ENDS + middle) {
    for (let index = 0; index < length; index += 1) print = step(print, text.charCodeAt(index));
    return mixedInto(print, length);
  }
  for (let index = 0; index < ENDS; index += 1) print = step(print, text.charCodeAt(index));
  const stride = (length - 2 * ENDS) / middle;
  for (let sample = 0; sample < middle; sample += 1) {
    print = step(print, text.charCodeAt(ENDS + Math.floor(sample * stride)));
  }
  for (let index = length - ENDS; index < length; index += 1) {
    print = step(print, text.charCodeAt(index));
  }
  return mixedInto(print, length);
}

/** Values of JSON looked at for one print. */
const NODES_MAX = 64;

/** The print of any JSON value, from at most its first values. */
export function sketchValue(seed: number, value: unknown): number {
  const waiting: unknown[] = [value];
  let print = seed;
  for (let taken = 0; taken < NODES_MAX && waiting.length > 0; taken += 1) {
    const one = waiting.pop();
    if (typeof one === 'string') print = sketchText(print, one);
    else if (Array.isArray(one)) {
      print = mixedInto(print, one.length + 0x10000);
      for (let index = Math.min(one.length, NODES_MAX) - 1; index >= 0; index -= 1) {
        waiting.push(one[index]);
      }
    } else if (typeof one === 'object' && one !== null) {
      for (const [key, member] of firstMembers(one)) {
        print = sketchText(print, key);
        waiting.push(member);
      }
    } else print = sketchText(print, String(one));
  }
  return print;
}

function firstMembers(value: object): readonly (readonly [string, unknown])[] {
  const members: [string, unknown][] = [];
  for (const key in value) {
    if (members.length === NODES_MAX) break;
    members.push([key, (value as Readonly<Record<string, unknown>>)[key]]);
  }
  return members;
}

/** One print out of two numbers; every bit of either reaches every bit of it. */
export function mixedInto(seed: number, value: number): number {
  let print = Math.imul(seed ^ value, 0x9e3779b1) ^ (seed >>> 15);
  print = Math.imul(print ^ (print >>> 16), 0x85ebca6b);
  print = Math.imul(print ^ (print >>> 13), 0xc2b2ae35);
  return (print ^ (print >>> 16)) >>> 0;
}

function step(print: number, code: number): number {
  return Math.imul(print ^ code, 0x01000193);
}
