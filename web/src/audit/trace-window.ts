/**
 * A window of a trace as the strip shows it, wherever it came from: measured by this server, or read from a file.
 */
import {
  TraceVerifier,
  violatedFlags,
  type AuditWindow,
  type FlagName,
  type WindowReport,
} from '../../../src/audit/verify.ts';
import type { Answer } from '../../../src/control/api/client.ts';

export const KINDS = ['ok', 'rest', 'silent', 'edge', 'violated', 'broken'] as const;
/** What is to be seen of a window at a glance. */
export type Kind = (typeof KINDS)[number];

export interface TraceWindow {
  readonly index: number;
  readonly id: string;
  readonly tStartMs: number;
  readonly lengthMs: number;
  readonly kind: Kind;
  readonly ok: boolean;
  readonly okChain: boolean;
  readonly violated: readonly FlagName[];
  /** Its numbers could be read, so it can be drawn. */
  readonly isReadable: boolean;
  /** Why the record is broken here. */
  readonly problems: readonly string[];
  /** Its place in the log; null when it is not in one. */
  readonly logIndex: number | null;
}

type ServerWindow = Answer<'GET /api/agents/:id/windows'>['windows'][number];

/** Live windows are 16 steps of 3 s. */
const WINDOW_MS = 48_000;

interface Judged {
  readonly ok: boolean;
  readonly okChain: boolean;
  readonly problems: readonly string[];
  /** First letters of the rest mask. */
  readonly mask: string;
}

function kindOf({ ok, okChain, problems, mask }: Judged): Kind {
  if (problems.length > 0) return 'broken';
  if (/^S+$/.test(mask)) return 'silent';
  if (!ok) return 'violated';
  if (!okChain) return 'edge';
  return /^R+$/.test(mask) ? 'rest' : 'ok';
}

export function serverWindow(view: ServerWindow): TraceWindow {
  const { index, window_id: id, t_start_ms: tStartMs, ok, ok_chain: okChain, flags } = view;
  return {
    index,
    id,
    tStartMs,
    lengthMs: WINDOW_MS,
    kind: kindOf({ ok, okChain, problems: [], mask: view.rest_mask }),
    ok,
    okChain,
    violated: violatedFlags(flags),
    isReadable: true,
    problems: [],
    logIndex: view.log_index,
  };
}

/**
 * The windows of a file, judged here and now. Roots are left to the card that verifies: they take seconds, and a strip
 * should be there at once.
 */
export function fileWindows(windows: readonly AuditWindow[]): readonly TraceWindow[] {
  const verifier = new TraceVerifier(undefined, { roots: false });
  return windows.map((window) => fileWindow(window, verifier.take(window)));
}

function fileWindow(window: AuditWindow, report: WindowReport): TraceWindow {
  const { window: header, governance } = window;
  const { index, ok, ok_chain: okChain, flags, problems } = report;
  const mask = governance.rest_mask.map((word) => word.slice(0, 1)).join('');
  return {
    index,
    id: header.window_id,
    tStartMs: header.t_start_ms,
    lengthMs: header.num_steps * header.step_ms,
    kind: kindOf({ ok, okChain, problems, mask }),
    ok,
    okChain,
    violated: flags === null ? [] : violatedFlags(flags),
    isReadable: flags !== null,
    problems,
    logIndex: null,
  };
}
