/**
 * Which failures a thread has seen, and when each was seen last: the same failure is the same, whatever command shows it.
 */
import type { StepDigest } from '../digest/step-digest.ts';

const SYMPTOMS_KEPT = 6;
/** So much of a tool's name tells its calls apart. */
const NAME_CHARACTERS = 12;

/** What a check said that failed. */
export interface Symptom {
  /** The lines that said so, as hashes. */
  readonly said: readonly number[];
  /** The step at which they were last seen. */
  readonly step: number;
  /** The kind of call that showed them last. */
  readonly kind: number | string;
  /** The most that went well under calls of this kind, and the least that did not. */
  readonly best: readonly number[];
}

/** The step at which all that fails here was seen before, the latest of them; null where something in it is new or better. */
export function symptomSeenAt(symptoms: readonly Symptom[], digest: StepDigest): number | null {
  if (isBest(symptoms, digest)) return null;
  const { symptom = [] } = digest;
  let latest: number | null = null;
  for (const line of symptom) {
    const seen = symptoms.find(({ said }) => said.includes(line));
    if (seen === undefined) return null;
    latest = Math.max(latest ?? 0, seen.step);
  }
  return latest;
}

/** Whether a check that fails has never gone so well: more passes than ever, or less fails. */
export function isBest(symptoms: readonly Symptom[], digest: StepDigest): boolean {
  const { symptom, tally: [well = 0, badly = 0] = [] } = digest;
  if (symptom === undefined) return false;
  const kind = kindOf(digest);
  const own = symptoms.find((one) => one.kind === kind);
  if (own === undefined) return false;
  const [mostWell = 0, leastBadly = 0] = own.best;
  return well > mostWell || badly < leastBadly;
}

/** Whether less fails in it than ever did. */
export function isFewer(symptoms: readonly Symptom[], digest: StepDigest): boolean {
  const { symptom, tally: [, badly = 0] = [] } = digest;
  const kind = kindOf(digest);
  const own = symptoms.find((one) => one.kind === kind);
  return symptom !== undefined && badly < (own?.best[1] ?? 0);
}

/** The failures after a step. A call that is well again takes with it what calls of its kind had shown. */
export function withSymptoms(
  symptoms: readonly Symptom[],
  digest: StepDigest,
  step: number,
): readonly Symptom[] {
  const { symptom, tally: [well = 0, badly = 0] = [], red, unfinished } = digest;
  const kind = kindOf(digest);
  if (symptom === undefined) {
    const isOther = (one: Symptom) => one.kind !== kind;
    return red || unfinished || symptoms.every(isOther) ? symptoms : symptoms.filter(isOther);
  }
  const own = symptoms.find((one) => one.kind === kind);
  const [mostWell = 0, leastBadly = badly] = own?.best ?? [];
  const best = [Math.max(well, mostWell), Math.min(badly, leastBadly)];
  const kept = symptoms
    .map((one) => without(one.kind === kind ? { ...one, best } : one, symptom))
    .filter(({ said }) => said.length > 0);
  return [...kept.slice(1 - SYMPTOMS_KEPT), { said: symptom, step, kind, best }];
}

function without(one: Symptom, symptom: readonly number[]): Symptom {
  return { ...one, said: one.said.filter((line) => !symptom.includes(line)) };
}

/** A command's program and what it is told to do, and of all else the tool. */
function kindOf({ kind, tool }: Pick<StepDigest, 'kind' | 'tool'>): number | string {
  return kind ?? tool.slice(-NAME_CHARACTERS);
}
