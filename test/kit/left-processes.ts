/** Processes that tests started in a folder and that are still there. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What is left of one. */
export interface LeftProcess {
  readonly pid: number;
  readonly words: string;
}

/** Those that work in the folder or have their home there; none where the machine does not tell. */
export function processesIn(folder: string): readonly LeftProcess[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const isIn = (text: string) => text === folder || text.startsWith(`${folder}/`);
        const home = /(?:^|\0)HOME=([^\0]*)/.exec(readFileSync(`/proc/${name}/environ`, 'utf8'));
        const isOurs = isIn(readlinkSync(`/proc/${name}/cwd`)) || isIn(home?.[1] ?? '');
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        // One that has ended and waits for its parent has no words.
        return isOurs && words !== '' ? [{ pid: Number(name), words }] : [];
      } catch {
        return [];
      }
    });
}
