/** What was done to all agents is in the trace of each: stance, civic memory, and nobody takes it out. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { actsOfTrace, entryBytes, logSigner, marksOf, TileLog } from '../../src/audit/index.ts';
import { rowHash } from '../../src/journal/chain.ts';
import type { JournalRow } from '../../src/store/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AuditedLife } from './audited-life.ts';
import { loggedEntries } from './logged-entries.ts';
import { keptWindows, stepsFrom, verifyAudit } from './verify-data.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** On the grid of windows. */
const START_MS = 48_000 * 36_700_000;
const STOP_MS = START_MS + 30_000;

const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a stop of all agents', () => {
  const data = join(root, 'stopped');
  beforeAll(async () => {
    const life = new AuditedLife(data, START_MS);
    await life.start();
    await life.work('one', 5, 3_000);
    await life.work('idle', 1, 15_000);
    await life.gate.stopAll('ann', 'a drill');
    await life.pass(60_000);
    // The stop outlasts a crash, and an agent that comes later is under it too.
    await life.vanish();
    life.wallMs += 9_000;
    await life.start();
    await life.gate.register('late', 'ann');
    await life.pass(51_000);
    await life.gate.resumeAll('ann', 'it is over');
    await life.work('one', 20, 3_000);
    await life.pass(60_000);
    await life.end();
  });

  verifies('A15', 'is SUSPEND for everybody until all are released, and verifies', async () => {
    expect(await verifyAudit('--data', data)).toMatchObject({ code: 0, stderr: '' });
    const released = STOP_MS + 120_000;
    for (const agent of ['one', 'idle']) {
      const steps = stepsFrom(data, START_MS, agent);
      const suspended = steps.filter(({ stance }) => stance === 'SUSPEND').map(({ at }) => at);
      expect(suspended, agent).toEqual(
        steps.map(({ at }) => at).filter((at) => at >= STOP_MS && at <= released),
      );
    }
    const late = stepsFrom(data, START_MS, 'late').filter(({ at }) => at <= released);
    expect(late.at(-1)?.stance).toBe('SUSPEND');
  });

  verifies('A15', 'is in the civic memory of everybody, by the hash of its row', async () => {
    const bundle = join(root, 'bundle');
    await runTripwire(['audit', 'export', bundle, '--data', data]);
    const entries = loggedEntries(data);
    const [stop] = marksOf(entries, 'idle').filter((mark) => mark.kind === 'all');
    expect(stop).toMatchObject({ action: 'stop-all', at_ms: STOP_MS });
    const roots = keptWindows(data, 'idle').map(({ witness }) => witness.civic_memory_root);
    // One after the stop, one after the release, and they stay.
    expect(new Set(roots).size).toBe(2);
    expect(await verifyAudit(bundle)).toMatchObject({ code: 0 });
    writeFileSync(join(bundle, 'everybody.jsonl'), '');
    const { code, stderr } = await verifyAudit(bundle);
    expect(code).toBe(1);
    expect(stderr).toContain('its stop-all (row 2) is not in the journal of all');
  });

  test('that is changed in its journal is found', async () => {
    const copy = join(root, 'changed');
    cpSync(data, copy, { recursive: true });
    const database = new DatabaseSync(join(copy, 'journal.db'));
    const [row] = database
      .prepare(
        `SELECT agent, seq, at, kind, body, lower(hex((SELECT hash FROM journal WHERE agent = '*' AND seq = 1))) AS prev
           FROM journal WHERE agent = '*' AND seq = 2`,
      )
      .all() as unknown as Omit<JournalRow, 'hash'>[];
    if (row === undefined) throw new Error('there is no row 2');
    const body = row.body.replace('a drill', 'a trick');
    database
      .prepare("UPDATE journal SET body = ?, hash = unhex(?) WHERE agent = '*' AND seq = 2")
      .run(body, rowHash({ ...row, body }));
    database.close();
    const { code, stderr } = await verifyAudit('--data', copy);
    expect(code).toBe(1);
    expect(stderr).toContain('the journal of all agents: row 2');
  });

  test('that is left out of a trace is missed, also when the log is signed anew', async () => {
    const copy = join(root, 'left-out');
    cpSync(data, copy, { recursive: true });
    const entries = loggedEntries(copy);
    const kept = entries.filter((entry) => !('kind' in entry) || entry.kind !== 'all');
    rmSync(join(copy, 'audit/log'), { recursive: true });
    const log = new TileLog(join(copy, 'audit/log'), logSigner(join(copy, 'audit/log.key')));
    log.append(kept.map(entryBytes));
    const { code, lines } = await verifyAudit('--data', copy);
    expect(code).toBe(1);
    const problems = lines.flatMap(({ problem }) => problem ?? []);
    expect(problems[0]).toMatch(/^one: the stop-all of .* is not in its trace$/);
  });
});

test('of what was done before a trace began, only what still stands belongs to it', () => {
  const act = (of: number, at: number, action: 'stop-all' | 'resume-all' = 'stop-all') => ({
    action,
    of,
    row: `h${of}`,
    at_ms: at,
  });
  const acts = [act(1, 10), act(2, 20, 'resume-all'), act(3, 96_000), act(4, 97_000, 'resume-all')];
  const since = (recorder: number, sinceMs: number) => ({ recorder, sinceMs, firstIndex: 0 });
  expect(actsOfTrace(acts, [since(2, 96_010)]).map(({ of }) => of)).toEqual([2, 3, 4]);
  expect(actsOfTrace(acts, [since(2, 200_000)]).map(({ of }) => of)).toEqual([4]);
  // The first recorder took none.
  expect(actsOfTrace(acts, [since(1, 0), since(2, 200_000)]).map(({ of }) => of)).toEqual([4]);
  expect(actsOfTrace(acts, [since(1, 0)])).toEqual([]);
});
