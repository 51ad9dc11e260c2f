/**
 * Files that are made and filled beforehand, so that a stop can be marked on a disk that is full: writing over them takes
 * no new room.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeOver, writeWhole } from '../../base/node/whole-file.ts';

const SPARE_BYTES = 4_096;
const OWNER_ONLY = 0o600;

/** The spare files of a folder. */
export class SpareMarks {
  readonly #files: readonly string[];

  constructor(folder: string, count: number) {
    const numbers = Array.from({ length: count }, (_, index) => index);
    this.#files = numbers.map((index) => join(folder, `spare-${index}`));
  }

  /** Makes those that are missing; throws where the disk does not take them. */
  fill(): void {
    for (const file of this.#files) {
      if (!existsSync(file)) writeWhole(file, ' '.repeat(SPARE_BYTES), { mode: OWNER_ONLY });
    }
  }

  /** Writes a text into a spare file and gives it this name; false when none is left, or the text is too long. */
  use(name: string, text: string): boolean {
    const bytes = Buffer.alloc(SPARE_BYTES, ' ');
    if (bytes.write(text) < Buffer.byteLength(text)) return false;
    const spare = this.#files.find((file) => existsSync(file));
    if (spare === undefined) return false;
    writeOver(spare, bytes, name);
    return true;
  }
}
