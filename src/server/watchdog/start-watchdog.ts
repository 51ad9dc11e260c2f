/**
 * Starts the process beside a server that ends it if it stands still, and speaks to it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../base/log.ts';

/** How long a lease still lasts. */
interface Leased {
  leftMs(): number;
}

const SAY_EVERY_MS = 100;
/** One that ended is not started more often than this. */
const AGAIN_MS = 1_000;
/** From source it is the source, in the bundle a file beside this one. */
const PROGRAM = fileURLToPath(new URL(`./watchdog${extname(import.meta.url)}`, import.meta.url));

/** Watches until the function that it returns is called. */
export function startWatchdog(leased: Leased, log: Log): () => void {
  let watchdog: ChildProcess | null = null;
  let isOver = false;
  let mayStartAtMs = 0;
  const start = () => {
    mayStartAtMs = performance.now() + AGAIN_MS;
    const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'ignore', 'inherit'] });
    watchdog = child;
    const gone = (error: unknown) => {
      if (watchdog !== child) return;
      watchdog = null;
      if (!isOver) log.error('server', 'the watchdog ended, and is started again', error);
    };
    child.once('error', gone);
    child.once('exit', (code, signal) => gone(new Error(`it ended with ${signal ?? code}`)));
    child.stdin?.on('error', gone);
    // It ends with the server, and keeps it from ending no more than a timer would.
    child.unref();
  };
  start();
  const timer = setInterval(() => {
    if (watchdog === null && performance.now() >= mayStartAtMs) start();
    watchdog?.stdin?.write(`${Math.max(0, Math.floor(leased.leftMs()))}\n`);
  }, SAY_EVERY_MS);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
    watchdog?.stdin?.end();
  };
}
