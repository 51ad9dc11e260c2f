/**
 * A process beside a server: it kills a server that stands still when its lease ends.
 *
 * A process that is frozen between asking its lease and writing sends that piece when it wakes up, however late. Nothing
 * inside it can prevent that; a process beside it can, because SIGKILL also ends one that is stopped. The server says
 * several times a second how long its lease still lasts. When it falls silent until then, it is ended. It is left alone
 * when it has no lease: then it lets nothing through, and says so.
 */
import { createInterface } from 'node:readline';
import { jsonLine } from '../log/log-line.ts';

/** A server is not called silent sooner than this: one that is only busy speaks again. */
const SILENT_MS = 250;

const server = process.ppid;
let timer: NodeJS.Timeout | undefined;

createInterface({ input: process.stdin })
  .on('line', (line) => {
    clearTimeout(timer);
    const leftMs = Number(line);
    if (leftMs > 0) timer = setTimeout(end, Math.max(leftMs, SILENT_MS));
  })
  // The server has ended by itself.
  .on('close', () => {
    clearTimeout(timer);
  });

function end(): void {
  // Another process may have its number by now.
  if (process.ppid !== server) return;
  process.kill(server, 'SIGKILL');
  const what = `the server (process ${server}) stood still when its lease ended, so the watchdog ended it: start it again`;
  process.stderr.write(`${jsonLine({ at: Date.now(), level: 'error', where: 'server', what })}\n`);
}
