/** The folder with all that a server keeps: made for its user alone. */
import { chmodSync, mkdirSync, statSync } from 'node:fs';

const PRIVATE_FOLDER = 0o700;

/** Makes the folder if need be; tells when others can look into one that was there. */
export function openDataFolder(dataDir: string, log: (line: string) => void): void {
  const made = mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  if (made !== undefined) chmodSync(dataDir, PRIVATE_FOLDER);
  const mode = statSync(dataDir).mode & 0o777;
  // Not changed by itself: the folder may be one that a person shares on purpose.
  if ((mode & 0o077) !== 0) {
    log(
      `Others on this machine can look into ${dataDir} (mode ${mode.toString(8)}): chmod 700 it.`,
    );
  }
}
