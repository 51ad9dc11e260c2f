/**
 * `tripwire audit window`: one window of an agent, opened leaves of it, or the story it tells.
 */
import { parseArgs } from 'node:util';
import {
  agentOfWindow,
  commitWindow,
  openLeaves,
  readEntry,
  readLog,
  readLogKey,
  storyBodyTrace,
  TraceVerifier,
  violatedFlags,
  windowNumbers,
  type AuditWindow,
  type WindowReport,
} from '../../audit/index.ts';
import { TripwireError } from '../../core/index.ts';
import { say, sayJson } from '../terminal/say.ts';
import { openDataSource, type AuditedPlace } from './source.ts';
import { auditedPlace } from './verify.ts';

/** Shows a window; returns the exit code. */
export async function auditWindow(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      store: { type: 'string' },
      open: { type: 'string' },
      story: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [agent, number, more] = positionals;
  if (agent === undefined || more !== undefined) {
    throw new TripwireError(
      'USAGE',
      'window takes an agent and a number: tripwire audit window AGENT [N]',
    );
  }
  const windows = await loggedWindows(auditedPlace(values), agent);
  const index = number === undefined ? windows.length - 1 : Number(number);
  const { window, report, carry } = found(windows, agent, index);
  if (values.story) {
    sayJson(storyBodyTrace(window, { flags: report.flags ?? 0 }));
  } else if (values.open !== undefined) {
    const commitment = commitWindow(window, windowNumbers(window), carry);
    sayJson(openLeaves(commitment, leavesAsked(values.open)));
  } else if (values.json) {
    sayJson(window);
  } else {
    show(window, report);
  }
  return 0;
}

async function loggedWindows(place: AuditedPlace, agent: string): Promise<readonly AuditWindow[]> {
  const source = await openDataSource(place);
  try {
    const { entries } = readLog(source.logFolder, readLogKey(source.logFolder));
    const logged = entries
      .map(readEntry)
      .filter((entry) => 'window_id' in entry && agentOfWindow(entry.window_id) === agent);
    const lines = (source.windowLines(agent) ?? []).slice(0, logged.length);
    return lines.map((line) => JSON.parse(line) as AuditWindow);
  } finally {
    await source.close();
  }
}

/** The window with what it was judged as, after all that came before it. */
function found(windows: readonly AuditWindow[], agent: string, index: number) {
  const window = windows[index];
  if (window === undefined) {
    const there = windows.length === 0 ? 'it has none' : `it has 0 to ${windows.length - 1}`;
    throw new TripwireError('USAGE', `agent ${agent} has no such window: ${there}`);
  }
  // Roots are not needed to know the carry, and cost a second a hundred windows.
  const verifier = new TraceVerifier(undefined, { roots: false });
  for (const one of windows.slice(0, index)) verifier.take(one);
  const { carry } = verifier.next;
  return { window, carry, report: verifier.take(window) };
}

function leavesAsked(text: string): readonly number[] {
  if (/^[0-7](,[0-7])*$/.test(text)) return text.split(',').map(Number);
  throw new TripwireError(
    'USAGE',
    `--open takes numbers of leaves from 0 to 7, such as 0,3, not ${text}`,
  );
}

function show(
  { window, metrics, governance, stops = [] }: AuditWindow,
  { flags, ok_chain, asc_root }: WindowReport,
): void {
  const verdict = ok_chain
    ? 'all invariants hold'
    : `violated: ${violatedFlags(flags ?? 0).join(', ')}`;
  say(`${window.window_id}  ${new Date(window.t_start_ms).toISOString()}  ${verdict}`);
  for (const { step, hold } of stops) say(`STOPPED in step ${step} (${hold})`);
  say(`asc_root ${asc_root}`);
  say('step  β₁        acute     systemic  rest    stance   high-impact');
  for (const [step, rest] of governance.rest_mask.entries()) {
    const number = (value: unknown) =>
      (typeof value === 'number' ? value.toFixed(6) : 'none').padEnd(10);
    const values = [
      metrics.beta1[step],
      metrics.E_ext_acute[step],
      metrics.E_ext_systemic[step],
    ].map(number);
    const stance = (governance.stance[step] ?? '').padEnd(9);
    const high = governance.high_impact?.[step] === 0 ? '' : 'yes';
    say(
      `${String(step).padStart(4)}  ${values.join('')}${rest.padEnd(8)}${stance}${high}`.trimEnd(),
    );
  }
}
