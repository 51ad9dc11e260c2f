/**
 * The JSON body of a request: bounded, strict, and empty where nothing was sent.
 */
import type { IncomingMessage } from 'node:http';
import { errorWords } from '../../base/error-words.ts';
import { Problem } from './problem.ts';

const BODY_BYTES_MAX = 1_048_576;
/** What is too large is read to its end up to here, because a client that still sends does not see the answer. */
const DISCARDED_BYTES_MAX = 8 * BODY_BYTES_MAX;

/** The value that was sent; an empty object when there was no body. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new Problem(
      'not-json',
      'Send the body with the header "Content-Type: application/json".',
    );
  }
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Problem('not-json', 'Send the body as it is, without a Content-Encoding.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    const words = errorWords(error);
    throw new Problem('bad-request', `The body is not valid JSON: ${words}.`);
  }
}

/** The body as it came; bounded. */
export function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let total = 0;
    const tooLarge = () => {
      const words = `The body is larger than ${BODY_BYTES_MAX} bytes; nothing was changed. Send less.`;
      reject(new Problem('body-too-large', words, { connection: 'close' }));
    };
    request.on('data', (chunk: Buffer) => {
      total += chunk.length;
      if (total <= BODY_BYTES_MAX) chunks.push(chunk);
      else chunks.length = 0;
      if (total > DISCARDED_BYTES_MAX) tooLarge();
    });
    request.on('end', () => {
      if (total > BODY_BYTES_MAX) tooLarge();
      else resolve(Buffer.concat(chunks));
    });
    const cutOff = () => reject(new Problem('bad-request', 'The body ended too early.'));
    request.on('error', cutOff);
    request.on('close', cutOff);
  });
}
