import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DECODED_BYTES_MAX, decodedBody } from './content-encoding.ts';

const plain = Buffer.from(JSON.stringify({ model: 'm', messages: ['é'.repeat(500)] }));

const packed: readonly (readonly [string | null, Buffer])[] = [
  [null, plain],
  ['', plain],
  ['identity', plain],
  ['gzip', zlib.gzipSync(plain)],
  ['GZIP ', zlib.gzipSync(plain)],
  ['x-gzip', zlib.gzipSync(plain)],
  ['deflate', zlib.deflateSync(plain)],
  ['deflate', zlib.deflateRawSync(plain)],
  ['br', zlib.brotliCompressSync(plain)],
  ['zstd', zlib.zstdCompressSync(plain)],
  ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(plain))],
];

describe('a body', () => {
  it.each(packed)('in %j is read', async (encoding, body) => {
    expect(await decodedBody(body, encoding)).toEqual({ kind: 'plain', bytes: plain });
  });

  it.each(['compress', 'aes128gcm', 'gzip, gzip, gzip', '__proto__', 'constructor'])(
    'in %s cannot be read',
    async (encoding) => {
      expect(await decodedBody(plain, encoding)).toEqual({ kind: 'unreadable' });
    },
  );

  it.each(['gzip', 'deflate', 'br', 'zstd'])(
    'that is not in %s, or cut, cannot be read',
    async (encoding) => {
      expect(await decodedBody(plain, encoding)).toEqual({ kind: 'unreadable' });
      const [, body = plain] = packed.find(([name]) => name === encoding) ?? [];
      const cut = body.subarray(0, body.length - 5);
      expect(await decodedBody(cut, encoding)).toEqual({ kind: 'unreadable' });
    },
  );

  it('that is one thing with the frame of zlib and another without cannot be read', async () => {
    const size = 0xfffe;
    const content = Buffer.alloc(size, 0x20);
    // Without the frame this ends two empty blocks behind the first, which has one byte.
    Buffer.from([0x00, 0x00, 0xff, 0xff, 0x01, 0x00, 0x00, 0xff, 0xff]).copy(content);
    const checksum = zlib.deflateSync(content).subarray(-4);
    const framed = Buffer.from([0x78, 0x01, 0x00, 0xfe, 0xff, 0x01, 0x00]);
    const end = Buffer.from([0x01, 0x00, 0x00, 0xff, 0xff]);
    const body = Buffer.concat([framed, content, end, checksum]);
    expect(zlib.inflateSync(body).equals(content)).toBe(true);
    expect(zlib.inflateRawSync(body)).toEqual(Buffer.from([0x01]));
    expect(await decodedBody(body, 'deflate')).toEqual({ kind: 'unreadable' });
  });

  it('at the limit is read, a byte more is refused', async () => {
    const most = Buffer.alloc(DECODED_BYTES_MAX);
    expect((await decodedBody(most, null)).kind).toBe('plain');
    expect((await decodedBody(zlib.gzipSync(most), 'gzip')).kind).toBe('plain');
    const bomb = Buffer.alloc(DECODED_BYTES_MAX + 1);
    expect((await decodedBody(bomb, null)).kind).toBe('too_large');
    for (const [encoding, body] of [
      ['gzip', zlib.gzipSync(bomb)],
      ['deflate', zlib.deflateSync(bomb)],
      ['deflate', zlib.deflateRawSync(bomb)],
      [
        'br',
        zlib.brotliCompressSync(bomb, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
      ],
      ['zstd', zlib.zstdCompressSync(bomb)],
      ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(bomb))],
    ] as const) {
      const found = await decodedBody(body, encoding);
      expect(found, encoding).toMatchObject({ kind: 'too_large' });
      expect('words' in found && found.words).toContain(String(DECODED_BYTES_MAX));
    }
  });
});
