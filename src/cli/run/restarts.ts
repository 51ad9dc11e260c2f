/**
 * A command that is started again when it crashes: so many times, with growing pauses, and never while it is stopped.
 *
 * Each crash is told to the server, which calls many of them in a short time by their name.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { TripwireError } from '../../core/index.ts';

/** Tells the server that the process began, or ended and how. */
export type ToldProcess = (state: 'started' | 'ended', crashed?: boolean) => Promise<void>;

/** The exit code where there is no such command. */
export const NO_COMMAND = 127;
/** Ends that somebody asked for: well, by SIGHUP, SIGINT or SIGTERM; and a command that isn't there. */
const NO_CRASHES: ReadonlySet<number> = new Set([0, NO_COMMAND, 129, 130, 143]);
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;
const RESTARTS_MAX = 100;

/** What is started, and who is told. */
export interface Restarting {
  /** Runs the command once; its exit code. */
  readonly run: () => Promise<number>;
  readonly told: ToldProcess;
  readonly isStopped: () => Promise<boolean>;
  readonly say: (line: string) => void;
}

/** Runs it, and again after a crash; the exit code of the last time. */
export async function restarted(
  restarts: number,
  { run, told, isStopped, say }: Restarting,
): Promise<number> {
  for (let done = 0; ; done += 1) {
    await told('started');
    const code = await run();
    const isFailed = !NO_CRASHES.has(code);
    // A client whose request was refused ends with an error, and did not crash.
    const wasStopped = isFailed && (await isStopped());
    await told('ended', isFailed && !wasStopped);
    if (!isFailed || done >= restarts) return code;
    if (wasStopped) {
      say(`it ended with exit code ${code} and is not started again: it is stopped`);
      return code;
    }
    const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** done);
    say(
      `it ended with exit code ${code}; restart ${done + 1} of ${restarts} in ${pauseMs / 1_000} s`,
    );
    await delay(pauseMs);
  }
}

/** How often it may be started again; never without the option. */
export function restartsOf(written: string | undefined): number {
  if (written === undefined) return 0;
  const restarts = /^[1-9]\d{0,2}$/.test(written) ? Number(written) : 0;
  if (restarts >= 1 && restarts <= RESTARTS_MAX) return restarts;
  throw new TripwireError(
    'USAGE',
    `--restart takes a whole number from 1 to ${RESTARTS_MAX}, not ${written}`,
  );
}
