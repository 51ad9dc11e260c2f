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

/** How a call goes on with a list: by number, by name, by an id that a result handed out, or not at all. */
export type ListStep = 'numbers' | 'names' | 'handed' | null;

/** A call may differ from the one before in so many words of its template. */
const SLOTS_DIFFERING = 2;

/** What results and prompts gave a thread to work with. */
export interface Given {
  readonly lines: LineMemory;
  readonly handed: readonly number[];
}

/** How a call goes on with a list that earlier calls of the tool began. */
export function listStep(near: readonly NearCall[], given: Given, digest: StepDigest): ListStep {
  const before = near.filter(({ tool }) => tool === digest.tool);
  const template = before.findLast((one) => sharesTemplate(one.slots, digest.slots));
  if (template === undefined) return null;
  // A name that stood in a list is an entry of it, whatever words it is made of.
  const tried = new Set(before.flatMap(({ names }) => names));
  if (digest.names.some((name) => !tried.has(name) && isKnownLine(given.lines, name)))
    return 'handed';
  const used = new Set(before.flatMap(({ words }) => words));
  const added = digest.words.filter((word) => !template.words.includes(word));
  if (added.length === 0 || added.some((word) => used.has(word))) return null;
  // An id that a result handed out is an entity; one that the agent made up is a token.
  if (added.every((word) => given.handed.includes(word))) return 'handed';
  if (template.looseCall === digest.looseCall) return null;
  return added.every(isNumeric) ? 'numbers' : 'names';
}

function sharesTemplate(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  const differing = a.filter((slot, index) => slot !== b[index]).length;
  return differing > 0 && differing <= SLOTS_DIFFERING && differing < a.length;
}
