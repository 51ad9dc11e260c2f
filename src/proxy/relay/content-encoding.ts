/**
 * Reads a copy of a compressed body. The body itself is forwarded as it came.
 *
 * A model call that cannot be unpacked is refused (`readable-body.ts`); of an answer nobody knows then what it says. A
 * body that unpacks to far more than it weighs is a bomb and refused.
 */
import { promisify } from 'node:util';
// Not every version of Node that is supported has zstd, and a missing name would keep this file from loading.
import * as zlib from 'node:zlib';
import { errorCode } from '../../base/error-words.ts';

/** Bytes of an unpacked body, at most. */
export const DECODED_BYTES_MAX = 32 * 1024 * 1024;
/** Encodings on top of each other. */
const LAYERS_MAX = 2;

export type DecodedBody =
  | { readonly kind: 'plain'; readonly bytes: Buffer }
  /** An encoding nobody knows, or bytes that are not in it. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too_large'; readonly words: string };

type Unpack = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const gunzip: Unpack = promisify(zlib.gunzip);
const inflate: Unpack = promisify(zlib.inflate);
const inflateRaw: Unpack = promisify(zlib.inflateRaw);
const brotli: Unpack = promisify(zlib.brotliDecompress);
const zstd: Unpack | null = 'zstdDecompress' in zlib ? promisify(zlib.zstdDecompress) : null;

const unpackers: ReadonlyMap<string, Unpack> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflateEither],
  ['br', brotli],
  ...(zstd === null ? [] : ([['zstd', zstd]] as const)),
]);

/** The plain bytes of a body with this `content-encoding`. */
export async function decodedBody(body: Buffer, encoding: string | null): Promise<DecodedBody> {
  const layers = (encoding ?? '')
    .split(',')
    .map((layer) => layer.trim().toLowerCase())
    .filter((layer) => layer !== '' && layer !== 'identity');
  if (layers.length > LAYERS_MAX) return { kind: 'unreadable' };
  let bytes = body;
  for (const layer of layers.toReversed()) {
    const unpack = unpackers.get(layer);
    if (unpack === undefined) return { kind: 'unreadable' };
    try {
      bytes = await unpack(bytes, { maxOutputLength: DECODED_BYTES_MAX });
    } catch (error) {
      return isTooLarge(error) ? tooLarge(body.length) : { kind: 'unreadable' };
    }
  }
  return bytes.length > DECODED_BYTES_MAX ? tooLarge(body.length) : { kind: 'plain', bytes };
}

/**
 * Some senders leave out the frame that this encoding should have. Bytes that can be read with and without it say two
 * things, and readers differ in which they try first.
 */
async function inflateEither(
  bytes: Buffer,
  options: { readonly maxOutputLength: number },
): Promise<Buffer> {
  const [framed, bare] = await Promise.allSettled([
    inflate(bytes, options),
    inflateRaw(bytes, options),
  ]);
  if (framed.status === 'fulfilled') {
    if (bare.status === 'fulfilled') throw new Error('two readings');
    return framed.value;
  }
  if (isTooLarge(framed.reason)) throw framed.reason as Error;
  if (bare.status === 'rejected') throw bare.reason as Error;
  return bare.value;
}

function isTooLarge(error: unknown): boolean {
  return errorCode(error) === 'ERR_BUFFER_TOO_LARGE';
}

function tooLarge(bytes: number): DecodedBody {
  return {
    kind: 'too_large',
    words: `The body of ${bytes} bytes unpacks to more than ${DECODED_BYTES_MAX} bytes. Send less in one request.`,
  };
}
