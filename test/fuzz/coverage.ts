/**
 * Which parts of the program ran, by V8's own count: what a fuzzer is guided by.
 *
 * A part is a block of a function in `src`. V8 counts anew after each question, so a question costs some milliseconds, and
 * is asked after several inputs at once.
 */
import { Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';

/** Watches the sources under a folder. */
export class Coverage {
  readonly #session = new Session();
  readonly #prefix: string;
  readonly #seen = new Set<string>();

  constructor(folder: string) {
    this.#prefix = `${pathToFileURL(folder).href}/`;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** How many parts ran so far. */
  get parts(): number {
    return this.#seen.size;
  }

  /** How many parts ran since the last question that never ran before. */
  takeNew(): number {
    const before = this.#seen.size;
    this.#session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error !== null) throw error;
      for (const { url, functions } of answer.result) {
        if (!url.startsWith(this.#prefix)) continue;
        for (const { ranges } of functions) {
          for (const { startOffset, endOffset, count } of ranges) {
            if (count > 0) this.#seen.add(`${url} ${startOffset} ${endOffset}`);
          }
        }
      }
    });
    return this.#seen.size - before;
  }

  close(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}
