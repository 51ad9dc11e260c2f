/**
 * Working through a list is not searching: one template over ever new entities is work, even when every answer is
 * the same; one intent in ever other words is not.
 *
 * Two calls belong to one list when they share their template and differ in a word or two that the thread has
 * not used before. A word that comes back is the same question asked in another way.
 */
import { isNumeric } from '../digest/argument-words.ts';
import type { StepDigest } from '../digest/step-digest.ts';
import { isKnownLine, type LineMemory } from './line-memory.ts';
import type { NearCall } from './near-calls.ts';

/**
 * How a call goes on with a list: by number, by name, by the name of the thing that something is done to, by an id that a result handed out, by another word in the one
 * place of a long template where all others differ, too; or not at all.
 */
export type ListStep = 'numbers' | 'names' | 'things' | 'handed' | 'slot' | null;

/** A call may differ from the one before in so many words of its template. */
const SLOTS_DIFFERING = 2;
/** A template has so many words, and was filled in so many times before it shows where its gap is. */
const TEMPLATE_SLOTS = 5;
const FILLED_BEFORE = 3;
/** Of a long list only a sample is remembered: so many entries of it show that others stood in it, too. */
const ENTRIES_BEFORE = 2;
/** Arguments that name a thing and what is to become of it have no more words. */
const NAMING_SLOTS = 4;

/** What results and prompts gave a thread to work with. */
export interface Given {
  readonly lines: LineMemory;
  readonly handed: readonly number[];
}

/** How a call goes on with a list that earlier calls of the tool began. */
export function listStep(near: readonly NearCall[], given: Given, digest: StepDigest): ListStep {
  const template = near.findLast(
    ({ tool, slots }) => tool === digest.tool && sharesTemplate(slots, digest.slots),
  );
  if (template === undefined) return null;
  // A name that stood in a list is an entry of it, whatever words it is made of.
  const named = near.filter(({ tool }) => tool === digest.tool).flatMap(({ names }) => names);
  const isEntry = (name: number) => isKnownLine(given.lines, name) && !named.includes(name);
  if (digest.names.some(isEntry) || goesOnWithEntries(near, given.lines, digest)) return 'handed';
  // What is done to something never named before is done to another thing, even if its name is made of known words.
  if (digest.nature === 'act' && namesAnother(near, template, digest)) return 'things';
  const added = digest.words.filter((word) => !template.words.includes(word));
  if (added.length === 0 || added.some((word) => isUsed(near, digest.tool, word)))
    return fillsSlot(near, digest) ? 'slot' : null;
  // An id that a result handed out is an entity; one that the agent made up is a token.
  if (added.every((word) => given.handed.includes(word))) return 'handed';
  // The list that it came from may be out of sight; who is told no about an id has asked about something.
  if (template.looseCall === digest.looseCall && !digest.bare && !digest.negative) return null;
  return added.every(isNumeric) ? 'numbers' : 'names';
}

/** Whether short arguments differ from those before in one place, and never had the same there: a text has more words. */
function namesAnother(
  near: readonly NearCall[],
  template: NearCall,
  { tool, slots }: StepDigest,
): boolean {
  if (slots.length > NAMING_SLOTS) return false;
  const places = slots.flatMap((slot, index) => (slot === template.slots[index] ? [] : [index]));
  const [place] = places;
  if (place === undefined || places.length > 1) return false;
  return near.every((one) => one.tool !== tool || one.slots[place] !== slots[place]);
}

/** Whether several of the last calls named entries of a list, and this one has another name in the place of theirs. */
function goesOnWithEntries(
  near: readonly NearCall[],
  lines: LineMemory,
  digest: StepDigest,
): boolean {
  const own = near.filter(({ tool }) => tool === digest.tool);
  const isOnce = (name: number) => own.filter(({ names }) => names.includes(name)).length === 1;
  const entries = own.filter(({ names }) =>
    names.some((name) => isKnownLine(lines, name) && isOnce(name) && !digest.names.includes(name)),
  );
  return entries.length >= ENTRIES_BEFORE && differInOnePlace(entries, digest.slots);
}

/** Whether the last calls of the tool and this one differ in one place and nowhere else, and never have the same there. */
function fillsSlot(near: readonly NearCall[], digest: StepDigest): boolean {
  const { tool, slots, error, negative } = digest;
  // One that finds nothing is more like a search.
  if (slots.length < TEMPLATE_SLOTS || error !== null || negative) return false;
  const alike = near.filter((one) => one.tool === tool && one.slots.length === slots.length);
  return alike.length >= FILLED_BEFORE && differInOnePlace(alike, slots);
}

/** Whether all of these differ from a template in the same one place. */
function differInOnePlace(alike: readonly NearCall[], slots: readonly number[]): boolean {
  const places = alike.map((one) => {
    if (one.slots.length !== slots.length) return undefined;
    const differing = slots.flatMap((slot, index) => (slot === one.slots[index] ? [] : [index]));
    return differing.length === 1 ? differing[0] : undefined;
  });
  const [place] = places;
  return place !== undefined && places.every((one) => one === place);
}

function isUsed(near: readonly NearCall[], called: string, word: number): boolean {
  return near.some(({ tool, words }) => tool === called && words.includes(word));
}

/** Whether two calls are one template, filled in differently. */
export function sharesTemplate(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  let differing = 0;
  for (let index = 0; index < a.length; index += 1) {
    if (a[index] !== b[index]) differing += 1;
    if (differing > SLOTS_DIFFERING) return false;
  }
  return differing > 0 && differing < a.length;
}
