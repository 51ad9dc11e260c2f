/**
 * The file with an agent's windows, one a line. It is read by place: where each line ends is remembered, so that a page
 * of a long trace costs what the page costs.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs';
import type { AuditWindow } from '../windows/window-shape.ts';

const LINE_FEED = 0x0a;

export class WindowFile {
  readonly #file: string;
  /** The byte after each line; null until somebody asks. */
  #ends: number[] | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /** Makes an empty one if there is none. */
  create(mode: number): void {
    appendFileSync(this.#file, '', { mode });
  }

  /** So many windows from one on, in order. */
  read(from = 0, count = Infinity): readonly AuditWindow[] {
    const ends = this.#index();
    const last = Math.min(ends.length, from + count);
    if (last <= from) return [];
    const start = from === 0 ? 0 : (ends[from - 1] ?? 0);
    const bytes = Buffer.alloc((ends[last - 1] ?? start) - start);
    const opened = openSync(this.#file, 'r');
    try {
      readSync(opened, bytes, 0, bytes.length, start);
    } finally {
      closeSync(opened);
    }
    const lines = bytes.toString('utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as AuditWindow);
  }

  /** Adds windows; durable when this returns. Returns how long the file is then. */
  append(windows: readonly AuditWindow[]): number {
    const lines = windows.map((window) => `${JSON.stringify(window)}\n`);
    appendFileSync(this.#file, lines.join(''), { flush: true });
    const size = statSync(this.#file).size;
    if (this.#ends !== null) {
      let end = this.#ends.at(-1) ?? 0;
      for (const line of lines) this.#ends.push((end += Buffer.byteLength(line)));
      // Somebody else wrote here, or half a line was left: look again.
      if (end !== size) this.#ends = null;
    }
    return size;
  }

  /** Cuts what was written beyond a length. */
  truncate(bytes: number): void {
    truncateSync(this.#file, bytes);
    this.#ends = null;
  }

  /** Cuts what follows the first so many windows. */
  keepFirst(count: number): void {
    this.truncate(count === 0 ? 0 : (this.#index()[count - 1] ?? 0));
  }

  #index(): number[] {
    this.#ends ??= existsSync(this.#file) ? lineEnds(readFileSync(this.#file)) : [];
    return this.#ends;
  }
}

function lineEnds(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    ends.push(at + 1);
  }
  return ends;
}
