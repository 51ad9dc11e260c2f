/**
 * The text of a whole transcript. Its path may come from an agent, so nothing waits at a pipe and nothing endless is read;
 * links are followed, because people keep such folders elsewhere.
 */
import { readLargeText } from '../base/node/large-file.ts';

/** The longest text that a program of this kind can hold. */
const BYTES_MAX = 500 * 1_048_576;

/** Throws where there is none, or something else than a file. */
export function transcriptText(file: string): Promise<string> {
  return readLargeText(file, BYTES_MAX);
}
