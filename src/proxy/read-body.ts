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

/** All bytes of a stream. Rejects with `BodyTooLarge`, or with what the stream fails with. */
export function readBody(stream: Readable, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const cutOff = () => {
      // Every stream is closed in the end, and making an error for each would cost more than reading it.
      if (!stream.readableEnded) reject(new Error('The body was cut off.'));
    };
    // Events, because a loop over pieces makes several promises for each.
    stream.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= bytesMax) pieces.push(piece);
      else {
        // What still comes is thrown away, so that the sender reads the answer.
        pieces.length = 0;
        reject(new BodyTooLarge(bytesMax));
      }
    });
    stream.once('end', () => {
      const [first] = pieces;
      resolve(pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces));
    });
    stream.once('error', reject);
    stream.once('close', cutOff);
    if (stream.destroyed) cutOff();
  });
}
