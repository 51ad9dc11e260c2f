import type { Coverage } from './coverage.ts';
/**
 * Fuzzing that is guided by coverage: texts that reach a part of the program for the first time are kept, and changed
 * further.
 */
import { chanceFrom, mutated, type Chance } from './mutate.ts';
import type { Target } from './targets.ts';

/** How a target is fuzzed. */
export interface Growing {
  readonly target: Target;
  /** What reached something new before. */
  readonly corpus: readonly string[];
  readonly seed: number;
  readonly coverage: Coverage;
  /** For files of the target. */
  readonly folder: string;
  readonly isEnough: (inputs: number) => boolean;
}

/** What fuzzing has shown. */
export interface Grown {
  readonly inputs: number;
  /** Texts that reached something that no seed, and nothing kept, did. */
  readonly added: readonly string[];
  readonly failure: { readonly text: string; readonly error: unknown } | null;
  /** The longest that one text took. */
  readonly slowestMs: number;
}

const TEXTS_AT_ONCE = 16;
/** Longer texts say little more, and are slow. */
const CHARACTERS_MAX = 20_000;
/** A text that is read for longer hangs whoever reads it: time of this process, because others may use the machine too. */
const MS_MAX = 5_000;

/** Reads seeds and corpus, then changes of them, until it is enough or something is wrong. */
export async function growCorpus(growing: Growing): Promise<Grown> {
  const { target, corpus, coverage, isEnough } = growing;
  const chance = chanceFrom(growing.seed);
  const known = [...target.seeds(), ...corpus];
  const added: string[] = [];
  const read = readerOf(growing);
  for (const text of known) {
    const error = await read.one(text);
    if (error !== null)
      return { inputs: 1, added, failure: { text, error: error.cause }, slowestMs: 0 };
  }
  coverage.takeNew();
  let inputs = known.length;
  while (!isEnough(inputs)) {
    const batch = Array.from({ length: TEXTS_AT_ONCE }, () =>
      changed([...known, ...added], chance),
    );
    for (const text of batch) {
      const error = await read.one(text);
      inputs += 1;
      if (error !== null) {
        return {
          inputs,
          added,
          failure: { text, error: error.cause },
          slowestMs: read.slowestMs(),
        };
      }
    }
    if (coverage.takeNew() === 0) continue;
    added.push(...batch.filter((text) => text.length <= CHARACTERS_MAX));
  }
  return { inputs, added, failure: null, slowestMs: read.slowestMs() };
}

/**
 * The texts of a list that reach something that those before did not, shortest first: what is worth keeping.
 */
export async function distilled(
  growing: Pick<Growing, 'target' | 'folder' | 'coverage'>,
  texts: readonly string[],
): Promise<readonly string[]> {
  const { target, coverage } = growing;
  const read = readerOf(growing);
  coverage.forget();
  for (const text of target.seeds()) await read.one(text);
  coverage.takeNew();
  const kept: string[] = [];
  for (const text of texts.toSorted((one, other) => one.length - other.length)) {
    await read.one(text);
    if (coverage.takeNew() > 0) kept.push(text);
  }
  return kept;
}

function changed(texts: readonly string[], chance: Chance): string {
  // What was found last is changed as often as all before.
  const recent = chance() < 0.5 ? texts.slice(-40) : texts;
  return mutated(recent[Math.floor(chance() * recent.length)] ?? '', chance, texts);
}

function readerOf({ target, folder }: Pick<Growing, 'target' | 'folder'>) {
  let slowestMs = 0;
  const one = async (text: string): Promise<{ readonly cause: unknown } | null> => {
    const began = process.cpuUsage();
    try {
      await target.read(text, folder);
    } catch (error) {
      return { cause: error };
    }
    const { user, system } = process.cpuUsage(began);
    const tookMs = (user + system) / 1_000;
    slowestMs = Math.max(slowestMs, tookMs);
    return tookMs > MS_MAX ? { cause: new Error(`it took ${Math.round(tookMs)} ms`) } : null;
  };
  return { one, slowestMs: () => slowestMs };
}
