/** Makes the record of a data folder one that another recorder measured, signed by its log. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  entryBytes,
  GENESIS_CARRY,
  judgeWindow,
  logSigner,
  RECORDER_VERSION,
  TileLog,
  windowEntry,
  windowNumbers,
  type LogEntry,
} from '../../src/audit/index.ts';
import { linkWindows } from '../kit/audit-windows.ts';
import { loggedEntries } from './logged-entries.ts';
import { keptWindows } from './verify-data.ts';

const AGENT_FOLDER = 'audit/agents/one';

/** Makes the windows of a data folder those of a recorder that saw twice the energy, and that did not tell its version. */
export function measuredByAnother(data: string): void {
  const entries = loggedEntries(data);
  const kept = keptWindows(data);
  const doubled = kept.map(({ metrics, ...rest }) => ({
    ...rest,
    metrics: { ...metrics, E_ext_acute: metrics.E_ext_acute.map((one) => Number(one) * 2) },
  }));
  const windows = linkWindows(doubled);
  let carry = GENESIS_CARRY;
  const logged = windows.map((window) => {
    const verdict = judgeWindow(windowNumbers(window), carry);
    carry = verdict.carryOut;
    return windowEntry({ window, verdict });
  });
  const old = entries.flatMap((entry): LogEntry[] => {
    if ('window_id' in entry) return logged.splice(0, 1);
    if (entry.kind !== 'trace') return [entry];
    const { recorder: _, ...rest } = entry;
    return [rest];
  });
  rmSync(join(data, 'audit/log'), { recursive: true });
  const log = new TileLog(join(data, 'audit/log'), logSigner(join(data, 'audit/log.key')));
  log.append(old.map(entryBytes));
  const lines = windows.map((window) => `${JSON.stringify(window)}\n`).join('');
  writeFileSync(join(data, AGENT_FOLDER, 'windows.jsonl'), lines);
  const state = readFileSync(join(data, AGENT_FOLDER, 'state.json'), 'utf8');
  writeFileSync(
    join(data, AGENT_FOLDER, 'state.json'),
    state.replace(`"v":${RECORDER_VERSION}`, '"v":1'),
  );
}
