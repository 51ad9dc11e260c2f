/**
 * Standard input and output of a hook, by plain calls of the system.
 *
 * The streams of the process would do, but loading what they are made of takes longer than reading the payload. They
 * are used where the plain calls cannot wait: on an input or output that somebody made non-blocking.
 */
import { readSync, writeSync } from 'node:fs';
import { errorCode } from '../base/error-words.ts';

const CHUNK_BYTES = 65_536;
const STDIN = 0;

/** What the client writes to the hook, until it closes its end. */
export async function* standardInput(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let bytes: number;
    try {
      bytes = readSync(STDIN, chunk);
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') throw error;
      yield* process.stdin as AsyncIterable<Uint8Array>;
      return;
    }
    if (bytes === 0) return;
    yield chunk.subarray(0, bytes);
  }
}

/** Writes all of a text; resolves when it is out. */
export async function writeTo(stream: 'stdout' | 'stderr', text: string): Promise<void> {
  const descriptor = stream === 'stdout' ? 1 : 2;
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    // A client that went away does not read the answer; that is no reason to change it.
    if (errorCode(error) !== 'EAGAIN') return;
    await new Promise<void>((resolve) => {
      process[stream].write(rest, () => resolve());
    });
  }
}
