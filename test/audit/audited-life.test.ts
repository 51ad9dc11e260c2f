/** Agents that lived under audit: what is kept verifies, over crashes and turned clocks, and whatever is touched shows. */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import {
  checkTlogProof,
  entryBytes,
  readEntry,
  readLog,
  readLogKey,
  signerOf,
  verifierText,
} from '../../src/audit/index.ts';
import { GENESIS_HASH, rowHash } from '../../src/journal/chain.ts';
import type { JournalRow } from '../../src/store/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { IS_LONG } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AuditedLife } from './audited-life.ts';
import { keptWindows, stepsFrom, verifyAudit } from './verify-data.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const START_MS = Date.UTC(2026, 0, 5, 12);
const HOUR_MS = 3_600_000;

const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a life with crashes', () => {
  const data = join(root, 'crashes');
  beforeAll(async () => {
    const life = new AuditedLife(data, START_MS);
    for (const [calls, each, down] of [
      [30, 2_000, 60_000],
      [7, 5_000, 9_000],
      [25, 3_100, 200_000],
    ] as const) {
      await life.start();
      await life.work('one', calls, each);
      await life.work('two', 3, 1_000);
      await life.vanish();
      life.wallMs += down;
    }
    await life.start();
    await life.gate.stopAll('ann', 'a drill');
    await life.pass(20_000);
    await life.gate.resumeAll('ann', 'it is over');
    await life.work('one', 5, 4_000);
    await life.pass(100_000);
    await life.end();
  });

  verifies(
    'A14',
    'is whole: every window is what its records give, and time has no hole',
    async () => {
      const { code, windows, stderr } = await verifyAudit('--data', data);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(windows.length).toBeGreaterThan(10);
      const times = keptWindows(data).map(({ window }) => window.t_start_ms);
      expect(
        times.every((at, index) => index === 0 || at === (times[index - 1] ?? 0) + 48_000),
      ).toBe(true);
    },
  );

  test('shows where nobody watched as SILENT, and only there', () => {
    const steps = keptWindows(data).flatMap(({ window, governance }) =>
      governance.rest_mask.map((rest, step) => ({ rest, at: window.t_start_ms + step * 3_000 })),
    );
    const silent = steps.filter(({ rest }) => rest === 'SILENT').map(({ at }) => at - START_MS);
    expect(silent.length).toBeGreaterThan(60);
    const worked = steps.filter(({ at }) => at >= START_MS && at < START_MS + 60_000);
    expect(worked.some(({ rest }) => rest === 'SILENT')).toBe(false);
  });

  test('one window can be looked at, opened and told as a story', async () => {
    const { stdout } = await runTripwire(['audit', 'window', 'one', '0', '--data', data]);
    expect(stdout).toMatch(/^one\/000000 {2}2026-01-05T/);
    const opened = await runTripwire([
      'audit',
      'window',
      'one',
      '1',
      '--open',
      '3',
      '--data',
      data,
    ]);
    expect(JSON.parse(opened.stdout)).toMatchObject({ leaves: [{ index: 3 }] });
    const story = await runTripwire(['audit', 'window', 'one', '--story', '--data', data]);
    expect(JSON.parse(story.stdout)).toMatchObject({ body: { body_kind: 'rsi_loop' } });
    const none = await runTripwire(['audit', 'window', 'one', '9999', '--data', data]);
    expect(none).toMatchObject({ code: 2 });
    expect(none.stderr).toContain('has no such window: it has 0 to');
  });

  describe('its bundle', () => {
    const bundle = join(root, 'bundle');
    beforeAll(async () => {
      expect(await runTripwire(['audit', 'export', bundle, '--data', data])).toMatchObject({
        code: 0,
      });
    });

    test('verifies by itself, with the key from elsewhere, and holds no private key', async () => {
      const key = verifierText(readLogKey(join(data, 'audit/log')));
      expect((await verifyAudit(bundle, '--key', key)).code).toBe(0);
      expect((await verifyAudit(bundle)).lines[0]?.note).toContain(
        'Somebody who rewrote all of it would pass',
      );
      const names = readdirSync(bundle, { recursive: true }).map(String);
      expect(names.filter((name) => name.endsWith('.key'))).toEqual([]);
      const { name } = readLogKey(join(bundle, 'log'));
      const stranger = verifierText(signerOf(name, Buffer.alloc(32, 1)).verifier);
      const refused = await verifyAudit(bundle, '--key', stranger);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain('it is not signed by');
      expect((await verifyAudit(bundle, '--key', key.replace(/.{4}$/, 'AAA='))).code).toBe(2);
    });

    test('has a proof of its newest window', () => {
      const log = readLogKey(join(bundle, 'log'));
      const proof = readFileSync(join(bundle, 'agents/one/newest.tlog-proof'), 'utf8');
      const newest = readLog(join(bundle, 'log'), log)
        .entries.map(readEntry)
        .findLast((entry) => 'window_id' in entry && entry.window_id.startsWith('one/'));
      if (newest === undefined) throw new Error('the log has no window');
      expect(checkTlogProof(proof, entryBytes(newest), log)).toBeGreaterThan(0);
      expect(() => checkTlogProof(proof, Buffer.from('{}'), log)).toThrow(
        'not a proof of this entry',
      );
    });

    test('any of its files that was changed is found', async () => {
      const checked = readdirSync(bundle, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(bundle.length + 1))
        // Words for a person; everything else is vouched for.
        .filter((name) => name !== 'README.txt');
      expect(checked.length).toBe(13);
      // Each file is read by its own part of the check; the long form changes all of them.
      for (const [index, name] of checked.entries()) {
        if (!IS_LONG && index % 3 !== 0) continue;
        const copy = join(root, 'copy');
        const file = join(copy, name);
        cpSync(bundle, copy, { recursive: true });
        const bytes = readFileSync(file);
        const place = Math.floor((bytes.length * (index + 1)) / (checked.length + 1));
        bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
        writeFileSync(file, bytes);
        const found = await verifyAudit(copy);
        expect(found.code, name).toBe(1);
        expect(found.stderr, name).not.toBe('');
        rmSync(copy, { recursive: true });
      }
    });
  });

  describe('somebody who edits the data folder', () => {
    const copied = (name: string) => {
      const copy = join(root, name);
      cpSync(data, copy, { recursive: true });
      return copy;
    };

    /** Changes one thing in one record; with `rehash` the chain is made right again from there on. */
    const edited = (
      name: string,
      rehash: boolean,
      was = '"tokenCount":20,',
      is = '"tokenCount":19,',
    ) => {
      const copy = copied(name);
      const database = new DatabaseSync(join(copy, 'journal.db'));
      const rows = database
        .prepare(
          "SELECT agent, seq, at, kind, body, lower(hex(hash)) AS hash FROM journal WHERE agent = 'one' ORDER BY seq",
        )
        .all() as unknown as {
        -readonly [Name in keyof Omit<JournalRow, 'prev'>]: JournalRow[Name];
      }[];
      const target = rows.find(({ body }) => body.includes(was));
      if (target === undefined) throw new Error(`no row has ${was}`);
      target.body = target.body.replace(was, is);
      const write = database.prepare(
        "UPDATE journal SET body = ?, hash = unhex(?) WHERE agent = 'one' AND seq = ?",
      );
      let before = rows.find(({ seq }) => seq === target.seq - 1)?.hash ?? GENESIS_HASH;
      for (const row of rows.filter(({ seq }) => seq >= target.seq)) {
        const hash = rehash ? rowHash({ ...row, prev: before }) : row.hash;
        write.run(row.body, hash, row.seq);
        before = hash;
      }
      database.close();
      return { copy, seq: target.seq };
    };

    test('cannot change a record', async () => {
      const { copy, seq } = edited('edited', false);
      const { code, stderr } = await verifyAudit('--data', copy);
      expect(code).toBe(1);
      expect(stderr).toContain(`row ${seq}`);
    });

    test('cannot change a record by hashing the rest of the journal anew', async () => {
      const { copy } = edited('rehashed', true);
      const { code, lines } = await verifyAudit('--data', copy);
      expect(code).toBe(1);
      const problems = lines.flatMap((line) => [line.problem ?? [], line.problems ?? []].flat());
      expect(problems.join('\n')).toContain('the records give another');
    });

    test('cannot change even what no decision and no metric shows', async () => {
      const { copy } = edited('latency', true, '"latencyMs":3,', '"latencyMs":4,');
      const { code, lines } = await verifyAudit('--data', copy);
      expect(code).toBe(1);
      const problems = lines.flatMap((line) => line.problems ?? []);
      expect(problems[0]).toBe('the records give another witness.narrative_hash');
    });

    test('cannot drop the newest windows from the file', async () => {
      const copy = copied('dropped');
      const file = join(copy, 'audit/agents/one/windows.jsonl');
      const lines = readFileSync(file, 'utf8').split('\n');
      writeFileSync(file, `${lines.slice(0, -3).join('\n')}\n`);
      const { code, stderr } = await verifyAudit('--data', copy);
      expect(code).toBe(1);
      expect(stderr).toContain('one: the log has');
    });
  });

  test('the key of the log is for its owner only', () => {
    expect(statSync(join(data, 'audit/log.key')).mode & 0o777).toBe(0o600);
  });
});

describe('a clock that is turned', () => {
  verifies(
    'A14',
    'back between two runs, or while it runs, is told, and time goes on',
    async () => {
      const data = join(root, 'clock');
      const life = new AuditedLife(data, START_MS);
      await life.start();
      await life.work('one', 20, 3_000);
      await life.vanish();
      life.wallMs -= HOUR_MS;
      await life.start();
      await life.work('one', 20, 3_000);
      life.wallMs -= 2 * HOUR_MS;
      await life.work('one', 20, 3_000);
      await life.end();
      const { code, lines, windows } = await verifyAudit('--data', data);
      // Intact; the last rows are in no window yet.
      expect(code).toBe(3);
      const notes = lines.flatMap(({ note }) => note ?? []).join('\n');
      expect(notes).toMatch(/clock: behind by 36\d{5} ms at the start/);
      expect(notes).toMatch(/clock: turned back by 7200000 ms/);
      expect(windows.length).toBeGreaterThanOrEqual(3);
    },
  );
});

test('an answer that was under way when Tripwire vanished leaves its session silent, one that came does not', async () => {
  const data = join(root, 'links');
  const life = new AuditedLife(data, START_MS);
  await life.start();
  await life.begin('one', 'cut off');
  const whole = await life.begin('two', 'whole');
  await whole.finish({ status: 'SUCCESS', latencyMs: 1, tokens: 1, cachedTokens: 0 });
  await life.pass(9_000);
  await life.vanish();
  const back = life.wallMs;
  await life.start();
  await life.pass(120_000);
  await life.end();
  expect(await verifyAudit('--data', data)).toMatchObject({ code: 0, stderr: '' });
  const silentFor = (agent: string) => {
    const steps = stepsFrom(data, back, agent);
    return steps.findIndex(({ rest }) => rest !== 'SILENT') * 3_000;
  };
  expect(silentFor('one')).toBe(60_000);
  expect(silentFor('two')).toBe(0);
});
