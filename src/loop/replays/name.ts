/**
 * The names of a session's replay files.
 *
 * A session id is whatever a client sends. A plain one is the name; any other becomes a clean beginning and a hash, so
 * that no id leads out of the folder and no two ids share a file, also where the disk does not tell A from a.
 */
import { join } from 'node:path';

const REPLAYS_FOLDER = 'replays';
const PLAIN = /^[a-z0-9][a-z0-9_-]{0,99}$/;
const BEGINNING_CHARS_MAX = 60;
const HASH_CHARS = 16;

/** Where the replays of a state folder are. */
export function replaysFolder(stateFolder: string): string {
  return join(stateFolder, REPLAYS_FOLDER);
}

/** The file that a session that goes on is appended to. */
export function liveFile(stateFolder: string, session: string): string {
  return join(replaysFolder(stateFolder), `${nameOf(session)}.jsonl`);
}

/** The frozen file of a part; parts count from 1. */
export function frozenFile(stateFolder: string, session: string, part: number): string {
  const name = part === 1 ? nameOf(session) : `${nameOf(session)}.${part}`;
  return join(replaysFolder(stateFolder), `${name}.json`);
}

/** The part that a file of this name in the folder of replays is of a session; null when it is none. */
export function partOf(name: string, session: string): number | null {
  const own = nameOf(session);
  if (name === `${own}.json`) return 1;
  const [, part] = name.startsWith(own)
    ? (/^\.(\d+)\.json$/.exec(name.slice(own.length)) ?? [])
    : [];
  return part === undefined ? null : Number(part);
}

/** Whether a session's files have its own name. */
export function isPlainSession(session: string): boolean {
  return PLAIN.test(session);
}

function nameOf(session: string): string {
  if (isPlainSession(session)) return session;
  // Loaded here: most sessions have a plain name, and a hook may have nothing else to hash.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const clean = session.slice(0, BEGINNING_CHARS_MAX).replaceAll(/[^\w-]/g, '_');
  const hash = createHash('sha256').update(JSON.stringify(session)).digest('hex');
  return `${clean}~${hash.slice(0, HASH_CHARS)}`;
}
