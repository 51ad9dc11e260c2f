/**
 * Users of this machine in words. Of others only the number is known without asking the system's directory of users.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerNote } from '../../../server/server-file.ts';
import { personName } from '../../terminal/person-name.ts';

/** A user by number, such as "ada (1000)". */
export function userText(uid: number): string {
  if (uid === 0) return 'root';
  return uid === process.getuid?.() ? `${personName()} (${uid})` : `user ${uid}`;
}

/** Who runs a server: whose its process is; where the system does not show that, who wrote its note. */
export function serverUser(data: string, server: ServerNote): number | null {
  return ownerOf(`/proc/${server.pid}`) ?? ownerOf(join(data, 'server.json'));
}

/** Whose a file or folder is; null where it cannot be seen. */
export function ownerOf(path: string): number | null {
  try {
    return statSync(path).uid;
  } catch {
    return null;
  }
}
