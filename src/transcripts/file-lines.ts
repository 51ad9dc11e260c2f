/**
 * The lines of a file, one at a time, so that a large file needs little memory.
 *
 * Bytes are split before they are decoded and decoded strictly: what cannot be decoded is reported
 * for its own line and never replaced in silence.
 */
import { readInParts } from '../base/node/large-file.ts';

const LINE_FEED = 0x0a;
/** A run of some thousand calls stays below this; one endless line must not fill the memory. */
const LINE_BYTES_MAX = 256 * 1_048_576;

/** One line without its line feed; the text is null where the bytes are not UTF-8. */
export interface FileLine {
  readonly number: number;
  readonly text: string | null;
  /** Whether a line feed ended it; the last line of a file that is being written lacks one. */
  readonly isEnded: boolean;
}

/** Streams the lines of a file. The last line may lack its line feed. */
export async function* fileLines(file: string): AsyncGenerator<FileLine> {
  let number = 0;
  let parts: Uint8Array[] = [];
  let waiting = 0;
  for await (const chunk of readInParts(file)) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      number += 1;
      yield { number, text: decode([...parts, chunk.subarray(start, end)]), isEnded: true };
      parts = [];
      waiting = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    waiting += chunk.length - start;
    if (waiting > LINE_BYTES_MAX) throw new Error('a line is longer than 256 MiB');
  }
  if (waiting > 0) yield { number: number + 1, text: decode(parts), isEnded: false };
}

function decode(parts: readonly Uint8Array[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    return null;
  }
}
