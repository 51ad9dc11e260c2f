/**
 * `server.json` in the data folder: where the running server is, for the commands that talk to it.
 *
 * It is a note, not a lock: a server that was killed leaves it behind, so whoever reads it asks the server itself.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../base/error-words.ts';
import { plainFetch } from '../base/node/plain-fetch.ts';
import { writeWhole } from '../base/node/whole-file.ts';
import { present } from '../base/present.ts';

/** What a running server says of itself. */
export interface ServerNote {
  readonly pid: number;
  /** Of the data plane, without a slash at the end. */
  readonly url: string;
  /** Of the control plane, without a slash at the end. */
  readonly adminUrl: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** It was started for one command, and ends with it. */
  readonly forOneCommand: boolean;
  /** The database of its journal; its data folder has the journal when absent. */
  readonly store?: string;
  /** Tells its process from a later one with the same number; absent where the system does not. */
  readonly mark?: string;
}

const OWNER_ONLY = 0o600;
const ANSWER_TIMEOUT_MS = 1_500;

/** Writes the note; it appears whole. */
export function writeServerNote(dataDir: string, note: ServerNote): void {
  writeWhole(fileIn(dataDir), `${JSON.stringify(note)}\n`, { mode: OWNER_ONLY });
}

/** Removes the note if it is this process's own. */
export function removeServerNote(dataDir: string, pid: number): void {
  if (readServerNote(dataDir)?.pid === pid) rmSync(fileIn(dataDir), { force: true });
}

/** The note; null when there is none that can be used. */
export function readServerNote(dataDir: string): ServerNote | null {
  try {
    const value = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Partial<ServerNote> | null;
    const { pid, url, adminUrl, startedAt, forOneCommand = false, store, mark } = value ?? {};
    const isNote =
      Number.isSafeInteger(pid) &&
      typeof url === 'string' &&
      typeof adminUrl === 'string' &&
      typeof startedAt === 'number';
    if (!isNote) return null;
    const rest = present({ store, mark });
    return { pid: Number(pid), url, adminUrl, startedAt, forOneCommand, ...rest };
  } catch {
    return null;
  }
}

/** The server of this data folder if it answers; null otherwise. */
export async function answeringServer(dataDir: string): Promise<ServerNote | null> {
  const note = readServerNote(dataDir);
  if (note === null) return null;
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const answer = await plainFetch(`${note.adminUrl}/healthz`, { signal });
    const body = (await answer.json()) as { readonly ok?: unknown } | null;
    // It answers, also where it says that its disk is full: then above all it must be found, to be told to stop.
    return typeof body?.ok === 'boolean' ? note : null;
  } catch {
    return null;
  }
}

/** Whether a process of this number is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'server.json');
}
