/** What `tripwire audit verify --json` says, read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditWindow } from '../../src/audit/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';

/** One line of it. */
export interface VerifyLine {
  readonly window_id?: string;
  readonly ok_chain?: boolean;
  readonly problems?: readonly string[];
  readonly problem?: string;
  readonly note?: string;
  readonly unproven?: string;
}

/** Runs it with these arguments. */
export async function verifyAudit(...args: readonly string[]) {
  const { code, stdout, stderr } = await runTripwire(['audit', 'verify', '--json', ...args]);
  const lines = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as VerifyLine);
  return { code, stderr, lines, windows: lines.filter(({ window_id }) => window_id !== undefined) };
}

/** The windows of an agent in a data folder. */
export function keptWindows(data: string, agent = 'one'): readonly AuditWindow[] {
  return readFileSync(join(data, 'audit/agents', agent, 'windows.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as AuditWindow);
}

/** The steps of an agent's windows from a time on, one after the other. */
export function stepsFrom(data: string, fromMs: number, agent = 'one') {
  return keptWindows(data, agent).flatMap(({ window, governance }) =>
    governance.rest_mask.flatMap((rest, step) => {
      const at = window.t_start_ms + step * window.step_ms;
      return at >= fromMs ? [{ at, rest, stance: governance.stance[step] }] : [];
    }),
  );
}
