/**
 * Reads a whole body, up to a bound: what is asked must be judged before any of it goes on.
 */
import type { Readable } from 'node:stream';

/** The body is larger than is taken. */
export class BodyTooLarge extends Error {
  constructor(bytesMax: number) {
    super(`The body is larger than ${bytesMax} bytes, which is what this proxy takes.`);
    this.name = 'BodyTooLarge';
  }
}

/** All bytes of a stream. Throws `BodyTooLarge`, or what the stream throws. */
export async function readBody(stream: Readable, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new BodyTooLarge(bytesMax);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}
