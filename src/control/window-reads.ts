import { knownAgent, type Asked, type Plane } from './control-plane.ts';
/**
 * The measured windows of an agent.
 */
import { Problem } from './problem.ts';

/** Which windows. */
export interface WindowsAsked {
  /** Number of the first; the newest when absent. */
  readonly from?: number;
  readonly limit: number;
  /** Without the windows themselves. */
  readonly summary: boolean;
}

/** A window as people see it. */
export interface WindowView {
  readonly index: number;
  readonly window_id: string;
  readonly t_start_ms: number;
  readonly asc_root: string;
  readonly flags: number;
  /** Names of the flags that are down. */
  readonly violated: readonly string[];
  readonly ok: boolean;
  readonly ok_chain: boolean;
  /** Its place in the log; null for a stretch of rest that is not in it yet. */
  readonly log_index: number | null;
  readonly window?: unknown;
}

/** Some windows of an agent. */
export interface WindowsPage {
  readonly agent: string;
  /** False when no windows are measured on it. */
  readonly audited: boolean;
  readonly total: number;
  readonly windows: readonly WindowView[];
}

const LIMIT = 100;
/** Two days. */
const LIMIT_MAX = 3_600;
const INDEX_MAX = 10_000_000;

export async function showWindows(plane: Plane, asked: Asked) {
  const agent = await knownAgent(plane, asked);
  const wanted = windowsAsked(asked.query);
  const none: WindowsPage = { agent, audited: false, total: 0, windows: [] };
  const body = plane.windows === null ? none : await plane.windows(agent, wanted);
  return { status: 200, body };
}

function windowsAsked(query: URLSearchParams): WindowsAsked {
  const known = ['from', 'limit', 'summary'];
  const stranger = [...query.keys()].find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw new Problem(
      'bad-request',
      `There is no parameter ${JSON.stringify(stranger)}; there are ${known.join(', ')}.`,
    );
  }
  const from = wholeNumber(query, 'from', 0, INDEX_MAX);
  const limit = wholeNumber(query, 'limit', 1, LIMIT_MAX) ?? LIMIT;
  const summary = query.get('summary') ?? 'false';
  if (summary !== 'true' && summary !== 'false') {
    throw new Problem('bad-request', 'summary must be true or false.');
  }
  return { ...(from === undefined ? {} : { from }), limit, summary: summary === 'true' };
}

function wholeNumber(
  query: URLSearchParams,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (value < min || value > max) {
    throw new Problem('bad-request', `${name} must be a whole number from ${min} to ${max}.`);
  }
  return value;
}
