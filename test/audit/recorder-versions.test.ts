/** A trace that an older recorder began: this version goes on with it, and does not take it for a forged one. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import {
  entryBytes,
  logSigner,
  RECORDER_VERSION,
  TileLog,
  type LogEntry,
} from '../../src/audit/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AuditedLife } from './audited-life.ts';
import { loggedEntries } from './logged-entries.ts';
import { measuredByAnother } from './measured-otherwise.ts';
import { keptWindows, stepsFrom, verifyAudit } from './verify-data.ts';

vi.setConfig({ testTimeout: 120_000 });

const START_MS = 48_000 * 36_700_000;
const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));

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
    measuredByAnother(data);
    const before = keptWindows(data).length;
    const alone = await verifyAudit('--data', data);
    // Its records are compared with no window here, so nothing shows that they are those that were measured.
    expect(alone).toMatchObject({ code: 3, stderr: '' });
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
    measuredByAnother(data);
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
