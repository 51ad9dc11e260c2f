/** A trace that an older recorder began: this version goes on with it, and does not take it for a forged one. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
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
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AuditedLife } from './audited-life.ts';
import { loggedEntries } from './logged-entries.ts';
import { keptWindows, stepsFrom, verifyAudit } from './verify-data.ts';

vi.setConfig({ testTimeout: 120_000 });

const START_MS = 48_000 * 36_700_000;
const AGENT_FOLDER = 'audit/agents/one';
const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Makes the windows of a data folder those of a recorder that saw twice the energy, and that did not tell its version. */
function measuredOtherwise(data: string): void {
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

verifies(
  'A14',
  'is checked against the log, and what this version measured is made again',
  async () => {
    const data = join(root, 'data');
    const life = new AuditedLife(data, START_MS);
    await life.start();
    await life.work('one', 20, 3_000);
    await life.pass(60_000);
    await life.end();
    measuredOtherwise(data);
    const before = keptWindows(data).length;
    const alone = await verifyAudit('--data', data);
    expect(alone).toMatchObject({ code: 0, stderr: '' });
    const said = `one: windows 0 to ${before - 1} were measured by recorder 1; this version measures with recorder ${RECORDER_VERSION}`;
    expect(alone.lines.flatMap(({ note }) => note ?? []).join('\n')).toContain(said);

    life.wallMs += 9_000;
    await life.start();
    await life.gate.stopAll('ann', 'a drill');
    await life.pass(6_000);
    await life.gate.resumeAll('ann', 'over');
    await life.work('one', 20, 3_000);
    await life.vanish();
    await life.start();
    await life.pass(60_000);
    await life.end();
    const both = await verifyAudit('--data', data);
    expect(both).toMatchObject({ code: 0, stderr: '' });
    expect(both.lines.flatMap(({ note }) => note ?? []).join('\n')).toContain(said);
    expect(both.windows.length).toBeGreaterThan(before);
    expect(stepsFrom(data, START_MS).some(({ stance }) => stance === 'SUSPEND')).toBe(true);
    const times = keptWindows(data).map(({ window }) => window.t_start_ms);
    expect(times.every((at, index) => at === START_MS + index * 48_000)).toBe(true);

    // What this version measured is still made again: another value in it does not pass, whoever signs it.
    measuredOtherwise(data);
    const entries = loggedEntries(data);
    const claimed = entries.map((entry): LogEntry =>
      'kind' in entry && entry.kind === 'trace' ? { ...entry, recorder: RECORDER_VERSION } : entry,
    );
    rmSync(join(data, 'audit/log'), { recursive: true });
    const log = new TileLog(join(data, 'audit/log'), logSigner(join(data, 'audit/log.key')));
    log.append(claimed.map(entryBytes));
    const forged = await verifyAudit('--data', data);
    expect(forged.code).toBe(1);
    expect(forged.stderr).toContain('the records give another metrics.E_ext_acute');
  },
);
