/**
 * Which parts of the program ran, by V8's own count: what a fuzzer is guided by.
 *
 * It is counted by characters of the sources. V8 counts anew after each question, so a question costs some milliseconds, and
 * is asked after several inputs at once.
 */
import { Session, type Profiler } from 'node:inspector';
import { pathToFileURL } from 'node:url';

/** Watches the sources under a folder. */
export class Coverage {
  readonly #session = new Session();
  readonly #prefix: string;
  /** By function: which of its characters ran. */
  readonly #seen = new Map<string, Uint8Array>();
  #characters = 0;

  constructor(folder: string) {
    this.#prefix = `${pathToFileURL(folder).href}/`;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** How many characters of the sources ran so far; those of a function within another count for both. */
  get characters(): number {
    return this.#characters;
  }

  /** How many characters ran since the last question that never ran before. */
  takeNew(): number {
    const before = this.#characters;
    this.#session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error !== null) throw error;
      for (const { url, functions } of answer.result) {
        if (!url.startsWith(this.#prefix)) continue;
        for (const { ranges } of functions) this.#take(url, ranges);
      }
    });
    return this.#characters - before;
  }

  /** Begins anew, as if nothing had run. V8 goes on: a session begun later sees less of what is compiled already. */
  forget(): void {
    this.takeNew();
    this.#seen.clear();
    this.#characters = 0;
  }

  /** The first range is the function, those after it are within it; one that ran as often as its surroundings is not told. */
  #take(url: string, ranges: readonly Profiler.CoverageRange[]): void {
    const [whole] = ranges;
    if (whole === undefined || whole.count === 0) return;
    const { startOffset, endOffset } = whole;
    const ran = new Uint8Array(endOffset - startOffset);
    for (const range of ranges) {
      const value = range.count > 0 ? 1 : 0;
      ran.fill(value, range.startOffset - startOffset, range.endOffset - startOffset);
    }
    const key = `${url} ${startOffset} ${endOffset}`;
    const seen = this.#seen.get(key) ?? new Uint8Array(ran.length);
    this.#seen.set(key, seen);
    for (const [at, value] of ran.entries()) {
      if (value === 0 || seen[at] === 1) continue;
      seen[at] = 1;
      this.#characters += 1;
    }
  }

  close(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}
