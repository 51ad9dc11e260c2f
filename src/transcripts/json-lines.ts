/**
 * The objects of a JSON-lines transcript, one at a time.
 *
 * A line that is no object is reported with its place and skipped. The last line of a file that is
 * being written may be cut off; that is no fault of the file and nothing is said.
 */
import { parseJson } from '../base/json-text.ts';
import { isObject, type JsonObject } from '../base/json-values.ts';
import type { TranscriptEvent } from '../detect/index.ts';
import type { OnBroken } from './broken-place.ts';
import { fileLines } from './file-lines.ts';

/** Who is told while a transcript is read. */
export interface Reading {
  readonly onBroken: OnBroken;
  /** Told of bytes as they are read. */
  readonly onBytes?: (bytes: number) => void;
  /** Told of every event with its texts, which the run itself does not keep. */
  readonly onEvent?: (event: TranscriptEvent) => void;
}

/** Every object of the file, in order. */
export async function* jsonLines(file: string, reading: Reading): AsyncGenerator<JsonObject> {
  for await (const { number: line, text, isEnded } of fileLines(file)) {
    reading.onBytes?.((text?.length ?? 0) + 1);
    if (text === null) {
      reading.onBroken({ file, line, problem: 'the line is not valid UTF-8' });
      continue;
    }
    if (text.trim() === '') continue;
    const value = parseJson(text);
    if (isObject(value)) yield value;
    else if (value !== undefined || isEnded) {
      const problem = value === undefined ? 'is not JSON' : 'is not a JSON object';
      reading.onBroken({ file, line, problem: `the line ${problem}` });
    }
  }
}
