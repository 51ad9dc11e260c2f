/**
 * Whether a call asks about another thing than those before it, and about nothing else.
 *
 * A thing may take several words: a first and a last name, a customer and a product, a court, a day and an hour. Each has
 * its place in the template and stays there, while the words of a search that is put in other words wander from place to
 * place or come back.
 */
import { isNumeric } from '../digest/argument-words.ts';
import type { StepDigest } from '../digest/step-digest.ts';
import type { NearCall } from './near-calls.ts';

/** So many calls show what is the template and what is filled in. */
const FILLED_BEFORE = 2;
/** Of the last calls of a tool so many are looked at: a search in other words has other lengths. */
const LOOKED_BACK = 4;
const PLACES_MAX = 3;
/** Who asks about one list for each entry of another fills in two places. */
const CROSSED_PLACES = 2;
/** Of the words that are filled in, so many were not used before. */
const FRESH_MIN = 0.5;

/** Whether a call is about another thing than the last ones like it. */
export function isAnotherThing(near: readonly NearCall[], digest: StepDigest): boolean {
  const { tool, slots, words, nature } = digest;
  const own = near.filter((one) => one.tool === tool);
  const alike = own.filter((one) => one.slots.length === slots.length && one.slots[0] === slots[0]);
  if (alike.length < FILLED_BEFORE || own.slice(-LOOKED_BACK).length > alike.length + 1)
    return false;
  const all = [...alike.map((one) => one.slots), slots];
  const places = slots.flatMap((slot, place) =>
    all.some((one) => one[place] !== slot) ? [place] : [],
  );
  if (places.length === 0 || places.length > PLACES_MAX) return false;
  if (nature !== 'act' && nature !== 'change' && !keepPlaces(all, places)) return false;
  if (nature !== 'screen' && goesOnInRounds(all, places)) return true;
  const last = alike.at(-1)?.slots ?? [];
  const changed = places.filter((place) => last[place] !== slots[place]);
  // Nobody says no: a token that is new each time, and the same thing.
  const isDenied = digest.negative || digest.refused === true || digest.bare;
  if (alike.at(-1)?.looseCall === digest.looseCall && nature !== 'screen' && !isDenied)
    return false;
  // An element under another name only is the same element.
  if (nature === 'screen') return changed.length > 1;
  if (changed.every((place) => isNumeric(slots[place] ?? 0))) return true;
  const added = words.filter((word) => !alike.every((one) => one.words.includes(word)));
  const fresh = added.filter((word) => !own.some((one) => one.words.includes(word)));
  return fresh.length > 0 && fresh.length >= FRESH_MIN * added.length;
}

/**
 * Whether every one of some things is asked about every one of others, in rounds: the one place keeps its word for a round, and
 * in the other the words come in the order of the round before.
 */
function goesOnInRounds(all: readonly (readonly number[])[], places: readonly number[]): boolean {
  if (places.length !== CROSSED_PLACES) return false;
  const [one = 0, other = 0] = places;
  return keepsOrder(all, one, other) || keepsOrder(all, other, one);
}

function keepsOrder(all: readonly (readonly number[])[], outer: number, inner: number): boolean {
  const asked = all.map((slots) => [slots[outer], slots[inner]] as const);
  const [of, about] = asked.at(-1) ?? [];
  const [lastOf, lastAbout] = asked.at(-2) ?? [];
  const earlier = asked.slice(0, -1);
  if (of !== lastOf) {
    // A round begins: as the last one did, which had several.
    const last = earlier.findIndex(([round]) => round === lastOf);
    const isNew = earlier.every(([round]) => round !== of);
    return isNew && last < earlier.length - 1 && earlier[last]?.[1] === about;
  }
  return earlier.some(
    ([round, before], at) =>
      round !== of &&
      before === lastAbout &&
      earlier[at + 1]?.[0] === round &&
      earlier[at + 1]?.[1] === about,
  );
}

/** Whether no word stands in one place here and in another there. */
function keepPlaces(all: readonly (readonly number[])[], places: readonly number[]): boolean {
  const placeOf = new Map<number, number>();
  for (const slots of all) {
    for (const place of places) {
      const slot = slots[place] ?? 0;
      const known = placeOf.get(slot);
      if (known !== undefined && known !== place) return false;
      placeOf.set(slot, place);
    }
  }
  return true;
}
