/**
 * The audit of a running server: a thread that measures windows, told the time every step.
 *
 * The audit stops nothing. What fails in it is said once and tried again; agents go on, and the gap is seen in the
 * windows.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { errorWords } from '../../base/error-words.ts';
import type { Log } from '../../base/log.ts';
import { workerCalls, type WorkerCalls } from '../../base/node/worker-calls.ts';
import { present } from '../../base/present.ts';
import { isAudited, type Config } from '../../config/index.ts';
import type {
  AuditEntriesPage,
  AuditLogView,
  AuditReads,
  WindowsPage,
} from '../../control/index.ts';
import type { Clock } from '../../gate/index.ts';
import type { AuditRequest } from './thread.ts';

/** The audit while it runs. */
export interface RunningAudit extends AuditReads {
  close(): Promise<void>;
}

/** What the audit needs of the server. */
export interface AuditParts {
  readonly data: string;
  /** The database of the journal; null for the file of the data folder. */
  readonly url: string | null;
  readonly tracedUntil?: number;
  readonly clock: Clock;
  readonly config: () => Config;
  readonly log: (line: string) => void;
  readonly problems: Log;
}

/** How often windows are measured. */
export const TICK_MS = 3_000;

/** Whether any agent is to be traced. */
export function wantsAudit(config: Config): boolean {
  const { audit, agents } = config;
  return audit === 'on' || Object.keys(agents).some((name) => isAudited(config, name));
}

/** Starts the thread; the clock goes on from when Tripwire was last seen, if that is later. */
export async function startAudit({
  data,
  url,
  tracedUntil = 0,
  clock,
  config,
  log,
  problems,
}: AuditParts): Promise<RunningAudit> {
  const thread = openThread();
  const times = () => ({ nowMs: clock.now(), wallMs: Date.now() });
  const startedMs = (await thread.ask({
    kind: 'open',
    data,
    ...present({ url: url ?? undefined }),
    tracedUntil,
    times: times(),
  })) as number;
  const behindMs = clock.catchUp(startedMs);
  if (behindMs > 0) {
    log(
      `The machine's clock is ${behindMs} ms behind what is recorded; time continues from there.`,
    );
  }
  let said = '';
  const tick = async () => {
    try {
      await thread.ask({ kind: 'tick', times: times(), audited: auditedOf(config()) });
    } catch (error) {
      const words = errorWords(error);
      problems.warn('audit', 'measuring windows', error);
      if (words !== said) log(`The audit is behind: ${words}`);
      said = words;
    }
  };
  await tick();
  const timer = setInterval(() => void tick(), TICK_MS);
  return {
    windows: (agent, asked) =>
      thread.ask({ kind: 'windows', agent, asked, nowMs: clock.now() }) as Promise<WindowsPage>,
    log: () => thread.ask({ kind: 'log' }) as Promise<AuditLogView>,
    entries: (asked) => thread.ask({ kind: 'entries', asked }) as Promise<AuditEntriesPage>,
    close: async () => {
      clearInterval(timer);
      await tick();
      await thread.ask({ kind: 'close', nowMs: clock.now() }).catch((error: unknown) => {
        log(`The audit could not be ended well: ${errorWords(error)}`);
      });
      await thread.ended;
    },
  };
}

function auditedOf(config: Config) {
  const names = Object.keys(config.agents);
  const named = Object.fromEntries(names.map((name) => [name, isAudited(config, name)]));
  return { byDefault: config.audit === 'on', named };
}

function openThread(): WorkerCalls<AuditRequest> {
  const program = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);
  return workerCalls<AuditRequest, string>(new Worker(program), {
    failed: (problem) => new Error(problem),
    died: (why) => new Error(`the audit's thread is gone: ${why}`),
  });
}
