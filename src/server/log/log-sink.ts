/**
 * Where lines of the log go: the error output, or a file that is turned over before it grows too large.
 *
 * A log must not become the next problem: so many lines a second and no more, a file of so many bytes and the one
 * before it, and a disk that takes nothing is told once and then left alone.
 */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorWords } from '../../base/error-words.ts';

/** Takes whole lines. */
export interface LogSink {
  write(line: string): void;
  close(): void;
}

const FILE_BYTES_MAX = 16 * 1_048_576;
const OWNER_ONLY = 0o600;
const FOLDER_OWNER_ONLY = 0o700;
/** What waits for a reader who does not read is dropped from here on. */
const WAITING_BYTES_MAX = 1_048_576;

/** The error output of a process, or any stream like it. */
export function streamSink(stream: NodeJS.WritableStream & { writableLength?: number }): LogSink {
  return {
    write: (line) => {
      if ((stream.writableLength ?? 0) < WAITING_BYTES_MAX) stream.write(`${line}\n`);
    },
    close: () => undefined,
  };
}

/** A file, with the one before it beside it as `FILE.1`. Throws when it cannot be opened. */
export function fileSink(
  file: string,
  failed: (problem: string) => void,
  bytesMax = FILE_BYTES_MAX,
): LogSink {
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_OWNER_ONLY });
  let opened: number | null = openSync(file, 'a', OWNER_ONLY);
  let bytes = fstatSync(opened).size;
  const turnOver = (descriptor: number) => {
    closeSync(descriptor);
    opened = null;
    renameSync(file, `${file}.1`);
    opened = openSync(file, 'a', OWNER_ONLY);
    bytes = 0;
    return opened;
  };
  return {
    write: (line) => {
      if (opened === null) return;
      try {
        const text = Buffer.from(`${line}\n`);
        const target = bytes > 0 && bytes + text.length > bytesMax ? turnOver(opened) : opened;
        bytes += writeSync(target, text);
      } catch (error) {
        if (opened !== null) closeSync(opened);
        opened = null;
        failed(`the log ${file} cannot be written any more: ${errorWords(error)}`);
      }
    },
    close: () => {
      if (opened !== null) closeSync(opened);
      opened = null;
    },
  };
}
