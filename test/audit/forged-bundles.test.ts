/** Bundles that somebody changed on the way to the auditor: whatever the log does not vouch for is found. */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readLogKey, signerOf, tlogProof, verifierText } from '../../src/audit/index.ts';
import { signCheckpoint } from '../../src/audit/log/note-signer.ts';
import { rowHash, journalBody, readRow } from '../../src/journal/index.ts';
import type { JournalRow } from '../../src/store/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { someOf } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AuditedLife } from './audited-life.ts';
import { verifyAudit } from './verify-data.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const START_MS = Date.UTC(2026, 0, 5, 12);
const root = temporaryFolder();
const data = join(root, 'data');
const bundle = join(root, 'bundle');
let key = '';
let copies = 0;
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(async () => {
  const life = new AuditedLife(data, START_MS);
  await life.start();
  await life.work('one', 30, 4_000);
  await life.gate.operate({ agent: 'one', action: 'deactivate', by: 'ann', why: 'it leaks' });
  await life.gate.stopAll('ann', 'a drill');
  await life.pass(60_000);
  await life.gate.resumeAll('ann', 'it is over');
  await life.pass(100_000);
  // What comes now is in no window yet: the bundle must do without it.
  await life.work('two', 1, 1_000);
  await life.gate.operate({ agent: 'two', action: 'deactivate', by: 'ann', why: 'just now' });
  await life.end();
  key = verifierText(readLogKey(join(data, 'audit/log')));
  expect(await runTripwire(['audit', 'export', bundle, '--data', data])).toMatchObject({ code: 0 });
});

/** A copy of the bundle in which one file was changed; verified with the right key. */
async function verified(name: string, change: (text: string) => string) {
  const copy = copied();
  const file = join(copy, name);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return verifyAudit(copy, '--key', key);
}

function copied(): string {
  copies += 1;
  const copy = join(root, `copy-${copies}`);
  cpSync(bundle, copy, { recursive: true });
  return copy;
}

const lines = (text: string): readonly string[] => text.trimEnd().split('\n');
const joined = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

/** The row after the last one, as whoever knows the format makes it. */
function rowAfter(text: string, record: object): string {
  const before = JSON.parse(lines(text).at(-1) ?? '') as JournalRow;
  const last = readRow(before);
  const at = before.at + 60_000;
  const operator = { type: 'operator', action: 'activate', by: 'ann', timestamp: at, ...record };
  const decision = 'record' in last ? { intent: {}, ...last.decision } : null;
  const place = { agent: before.agent, seq: before.seq + 1, at, kind: 'operator' };
  const body = journalBody(place, { record: operator, decision } as never);
  const row = { ...place, body, prev: before.hash };
  return joined([...lines(text), JSON.stringify({ ...row, hash: rowHash(row) })]);
}

test('as it was handed out it is intact, and its end is proven', async () => {
  const found = await verifyAudit(bundle, '--key', key);
  expect(found).toMatchObject({ code: 0, stderr: '' });
  expect(found.windows.length).toBeGreaterThan(4);
});

describe('what the log does not vouch for is found', () => {
  test('a release at the end of the journal', async () => {
    const { code, stderr } = await verified('agents/one/journal.jsonl', (text) =>
      rowAfter(text, {}),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/one: row \d+/);
  });

  test('rows that are true, but newer than the newest window', async () => {
    const found = await verifyAudit('--data', data, '--key', key);
    expect(found.code).toBe(3);
    expect(found.lines.map(({ unproven }) => unproven ?? '').join('\n')).toMatch(
      /two: rows? .* newer than the log/,
    );
    const plain = await runTripwire(['audit', 'verify', '--data', data, '--key', key]);
    expect(plain).toMatchObject({ code: 3 });
    expect(plain.stdout).toContain('its end is not proven');
  });

  test('a stop of all agents in the journal of all', async () => {
    const { code, stderr } = await verified('everybody.jsonl', (text) =>
      rowAfter(text, { action: 'stop-all' }),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('the journal of all agents');
  });

  test('one more window', async () => {
    const { code, stderr } = await verified('agents/one/windows.jsonl', (text) =>
      joined([...lines(text), lines(text).at(-1) ?? '']),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('nobody signed the last 1');
  });

  test('one more line of ledgers', async () => {
    const { code, stderr } = await verified('agents/one/ledgers.jsonl', (text) => `${text}null\n`);
    expect(code).toBe(1);
    expect(stderr).toContain('ledgers.jsonl has');
  });

  test.each(someOf(2, ['agents/%6fne', 'notes', 'agents/ghost', 'agents/one/more']))(
    'a folder %s',
    async (name) => {
      const copy = copied();
      mkdirSync(join(copy, name), { recursive: true });
      cpSync(join(copy, 'agents/one/windows.jsonl'), join(copy, name, 'windows.jsonl'));
      const { code, stderr } = await verifyAudit(copy, '--key', key);
      expect(code).toBe(1);
      expect(stderr).toContain('the signed log knows nothing of it');
    },
  );

  test('an agent in the audit folder that the log does not have', async () => {
    const copy = join(root, 'ghost');
    cpSync(data, copy, { recursive: true });
    mkdirSync(join(copy, 'audit/agents/ghost'));
    const { code, stderr } = await verifyAudit('--data', copy, '--key', key);
    expect(code).toBe(1);
    expect(stderr).toContain('agents/ghost');
  });
});

describe('a line has one spelling', () => {
  const spelled: readonly (readonly [string, string, (line: string) => string])[] = [
    [
      'a key said twice in a window',
      'windows',
      (line) => line.replace('{"beta1":', '{"beta1":[],"beta1":'),
    ],
    ['a key said twice in a row', 'journal', (line) => line.replace('"at":', '"at":1,"at":')],
    [
      'an escaped letter in a window',
      'windows',
      (line) => line.replace('"window"', String.raw`"\u0077indow"`),
    ],
    [
      'one more field in a row',
      'journal',
      (line) => line.replace('{', '{"note":"released by ann",'),
    ],
    [
      'a kind said twice in a row',
      'journal',
      (line) => line.replace('"kind":', '"kind":"tick","kind":'),
    ],
    ['blanks in a window', 'windows', (line) => line.replace('":', '": ')],
    ['a number written otherwise', 'journal', (line) => line.replace(/"seq":(\d+)/, '"seq":$1.0')],
    [
      'fields in another order',
      'journal',
      (line) => line.replace(/^\{("agent":"one"),("seq":\d+)/, '{$2,$1'),
    ],
  ];
  test.each(someOf(4, spelled))('%s', async (_, file, change) => {
    const { code } = await verified(`agents/one/${file}.jsonl`, (text) => {
      const [first = '', ...rest] = lines(text);
      expect(change(first)).not.toBe(first);
      return joined([change(first), ...rest]);
    });
    expect(code).toBe(1);
  });

  test('an empty line between two windows', async () => {
    const { code } = await verified('agents/one/windows.jsonl', (text) =>
      text.replace('\n', '\n\n'),
    );
    expect(code).toBe(1);
  });
});

describe('what is missing is named', () => {
  test.each(someOf(2, ['newest.tlog-proof', 'journal.jsonl', 'ledgers.jsonl', 'windows.jsonl']))(
    '%s',
    async (name) => {
      const copy = copied();
      rmSync(join(copy, 'agents/one', name));
      const { code, stderr } = await verifyAudit(copy, '--key', key);
      expect(code).toBe(1);
      expect(stderr).toMatch(/one: /);
    },
  );

  test('the last row of a journal', async () => {
    const { code } = await verified('agents/one/journal.jsonl', (text) =>
      joined(lines(text).slice(0, -1)),
    );
    expect(code).toBe(1);
  });

  test('the end of the log, to whoever kept a checkpoint', async () => {
    const checkpoint = join(root, 'kept');
    cpSync(join(bundle, 'log/checkpoint'), checkpoint);
    expect(await verifyAudit(bundle, '--key', key, '--checkpoint', checkpoint)).toMatchObject({
      code: 0,
    });
    const [name = '', seed = ''] = readFileSync(join(data, 'audit/log.key'), 'utf8').split('\n');
    const signer = signerOf(name, Buffer.from(seed, 'base64'));
    const later = { origin: name, size: 100_000, root: Buffer.alloc(32, 7) };
    writeFileSync(checkpoint, signCheckpoint(later, signer));
    const cut = await verifyAudit(bundle, '--key', key, '--checkpoint', checkpoint);
    expect(cut.code).toBe(3);
    expect(cut.lines.map(({ unproven }) => unproven ?? '').join('')).toContain(
      'the end is missing',
    );
    writeFileSync(checkpoint, signCheckpoint({ ...later, size: 2 }, signer));
    const other = await verifyAudit(bundle, '--key', key, '--checkpoint', checkpoint);
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('not the one of your checkpoint');
  });
});

test('the proof of the newest window is checked with the key that is given', async () => {
  const copy = copied();
  const { name } = readLogKey(join(copy, 'log'));
  const stranger = signerOf(name, Buffer.alloc(32, 3));
  const head = { origin: name, size: 1, root: Buffer.alloc(32) };
  const proof = tlogProof(0, [], signCheckpoint(head, stranger));
  writeFileSync(join(copy, 'agents/one/newest.tlog-proof'), proof);
  writeFileSync(join(copy, 'log/key.pub'), `${verifierText(stranger.verifier)}\n`);
  const { code, stderr } = await verifyAudit(copy, '--key', key);
  expect(code).toBe(1);
  expect(stderr).toContain(
    'one: newest.tlog-proof: the checkpoint cannot be trusted: it is not signed by',
  );
});

test('links are not followed', async () => {
  const copy = copied();
  rmSync(join(copy, 'agents/one/ledgers.jsonl'));
  symlinkSync(join(bundle, 'agents/one/ledgers.jsonl'), join(copy, 'agents/one/ledgers.jsonl'));
  const { code, stderr } = await verifyAudit(copy, '--key', key);
  expect(code).toBe(1);
  expect(stderr).toContain('agents/one/ledgers.jsonl is not a plain file');
});

test('a folder in place of a file, a text without a window and a very long file are findings, not errors', async () => {
  const copy = copied();
  rmSync(join(copy, 'agents/one/ledgers.jsonl'));
  mkdirSync(join(copy, 'agents/one/ledgers.jsonl'));
  const folder = await verifyAudit(copy, '--key', key);
  expect(folder.stderr).toContain('agents/one/ledgers.jsonl is not a plain file');
  const deep = await verified('agents/one/windows.jsonl', () => `${'['.repeat(100_000)}\n`);
  const none = await verified('agents/one/windows.jsonl', () => '{}\n');
  // A busy agent's journal has more than 16 MiB.
  const long = await verified('agents/one/journal.jsonl', (text) => text.padEnd(18 << 20, 'x'));
  expect(long.stderr + JSON.stringify(long.lines)).toContain('the journal cannot be read');
  for (const { code, stderr } of [folder, deep, none, long]) {
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/^\s+at /m);
  }
});

test('windows alone, although somebody asks who signed them, have a code of their own', async () => {
  const file = join(bundle, 'agents/one/windows.jsonl');
  const asked = await runTripwire(['audit', 'verify', file, '--key', key]);
  expect(asked).toMatchObject({ code: 3 });
  expect(asked.stdout).toContain('not proven: nobody signed these windows');
  const plain = await runTripwire(['audit', 'verify', file]);
  expect(plain).toMatchObject({ code: 0 });
  expect(plain.stdout).toContain('nobody signed these windows');
});
