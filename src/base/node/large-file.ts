/**
 * Reads large files whose path may come from an agent, while others work: only regular files, never waiting at a pipe,
 * never more than a bound. Links are followed, because people keep transcripts in other folders.
 *
 * Apart from `safe-file.ts`, which every hook loads.
 */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { UnsafeFileError } from './safe-file.ts';

const PART_BYTES = 262_144;

/** The text of a file; throws where there is none. */
export async function readLargeText(file: string, bytesMax: number): Promise<string> {
  const opened = await openRegular(file);
  try {
    const { size } = await opened.stat();
    if (size > bytesMax) {
      throw new UnsafeFileError('too-large', `${file} has more than ${bytesMax} bytes`);
    }
    return await opened.readFile('utf8');
  } finally {
    await opened.close();
  }
}

/** The bytes of a file in parts; throws where there is none. */
export async function* readInParts(file: string): AsyncGenerator<Buffer> {
  const opened = await openRegular(file);
  try {
    for (;;) {
      const { bytesRead, buffer } = await opened.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await opened.close();
  }
}

async function openRegular(file: string): Promise<FileHandle> {
  const opened = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  if ((await opened.stat()).isFile()) return opened;
  await opened.close();
  throw new UnsafeFileError('not-a-file', `${file} is not a regular file`);
}
