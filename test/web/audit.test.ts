/**
 * *Verify in this browser*, in a real one: it passes what is good, and names the place of everything that was changed.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readLog, readLogKey, signerOf, tlogProof, verifierText } from '../../src/audit/index.ts';
import { AuditedLife } from '../audit/audited-life.ts';
import { DEV_KEY_FILE, PROOFS_FILE } from '../audit/dev-proofs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { seriousProblems } from './axe.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 });

const HOUR_MS = 3_600_000;
const FIXTURE = join(import.meta.dirname, '../../fixtures/patient_zero_autoloop16_v0.1.1.json');

let dashboard: Dashboard;
let data = '';
/** The checkpoint that somebody kept before the server went on. */
let kept = '';
const folder = temporaryFolder('files');

beforeAll(async () => {
  dashboard = await openDashboard(true, {
    audit: 'on',
    prepare: async (inside) => {
      data = inside;
      const life = new AuditedLife(inside, Date.now() - HOUR_MS);
      await life.start();
      await life.work('one', 40, 4_000);
      await life.work('two', 3, 1_000);
      kept = readFileSync(join(inside, 'audit/log/checkpoint'), 'utf8');
      await life.pass(200_000);
      await life.end();
    },
  });
});
afterAll(async () => {
  await dashboard.close();
});

let page: Page;
let context: BrowserContext;
beforeEach(async () => {
  ({ page, context } = await dashboard.open());
  await page.goto(`${dashboard.server.adminUrl}/audit/one`);
});
afterEach(() => context.close());

const verdict = (): Locator => page.getByRole('status', { name: 'Verdict' });

/** The whole verdict, once it says this; with `also`, once it says that too: an earlier verdict may say the first. */
async function verdictWith(word: string, also?: string): Promise<string> {
  await verdict()
    .filter({ has: page.getByText(word, { exact: true }), ...(also && { hasText: also }) })
    .waitFor();
  return verdict().innerText();
}

const verifyLive = (): Promise<void> =>
  page.getByRole('button', { name: 'Verify the live trace' }).click();
const pick = (...files: readonly string[]): Promise<void> =>
  page.getByLabel('Files to verify').setInputFiles([...files]);

/** A changed copy of a file. */
function changed(file: string, name: string, change: (text: string) => string): string {
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error('nothing was changed');
  const place = join(folder, name);
  writeFileSync(place, after);
  return place;
}

describe('the live trace', () => {
  test('passes, and says whose key it was', async () => {
    await page.getByText('It came from the server; compare it').waitFor();
    await verifyLive();
    const words = await verdictWith('Intact');
    expect(words).toMatch(/\d+ windows of one: root, flags, link and carry/);
    expect(words).toMatch(
      /\d+ entries of tripwire-log-[0-9a-f]{12}: the root over them, and its signature/,
    );
    expect(words).toMatch(/\d+ windows of other agents are in the root/);
  });

  test('passes with the right key and a checkpoint that was kept', async () => {
    const key = verifierText(readLogKey(join(data, 'audit/log')));
    await page.getByRole('textbox', { name: "The log's key" }).fill(key);
    await page.getByLabel('A checkpoint that you kept').fill(kept);
    await verifyLive();
    expect(await verdictWith('Intact')).toContain(
      'the checkpoint that you kept: whether the log continues its',
    );
  });

  test('fails with the key of somebody else, of the same name too', async () => {
    const { name } = readLogKey(join(data, 'audit/log'));
    const other = verifierText(signerOf(name, Buffer.alloc(32, 7)).verifier);
    await page.getByRole('textbox', { name: "The log's key" }).fill(other);
    await verifyLive();
    expect(await verdictWith('Broken')).toContain(
      `First thing wrong: the log: the checkpoint cannot be trusted: it is not signed by ${name}`,
    );
  });

  test('a key that is none is not taken for a broken log', async () => {
    await page.getByRole('textbox', { name: "The log's key" }).fill('nonsense');
    await verifyLive();
    expect(await verdictWith('Not verified')).toContain('a verifier key must look like');
  });

  test('fails when the server changes one digit of an entry, and names it', async () => {
    let was = '';
    await page.route('**/api/audit/log/entries*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { entries: string[] };
      const place = body.entries.findIndex((text) => text.includes('"window_id":"one/'));
      was = /"asc_root":"(0x[0-9a-f]+)"/.exec(body.entries[place] ?? '')?.[1] ?? '';
      body.entries[place] = (body.entries[place] ?? '').replace(was, nextDigit(was));
      await route.fulfill({ response: answer, json: body });
    });
    await verifyLive();
    const words = await verdictWith('Broken');
    expect(words).toContain('First thing wrong: window 0 (one/');
    expect(words).toContain(`has asc_root ${nextDigit(was)}, the data give ${was}`);
    await verdict()
      .getByText(/more that (?:is|are) wrong/)
      .click();
    expect(await verdict().innerText()).toMatch(/the log: its first \d+ entries give the root/);
  });

  test('fails when the server changes one number of a window', async () => {
    await page.route('**/api/agents/one/windows*', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      await route.fulfill({ response: answer, body: text.replace('"beta1":[', '"beta1":[0.5,') });
    });
    await verifyLive();
    expect(await verdictWith('Broken')).toContain(
      'field metrics.beta1 must have 16 entries, not 17',
    );
  });

  test('fails when the log does not continue the checkpoint that was kept', async () => {
    await page.route('**/api/audit/log/entries*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { entries: string[] };
      body.entries.splice(1, 1);
      await route.fulfill({ response: answer, json: body });
    });
    await page.getByLabel('A checkpoint that you kept').fill(kept);
    await verifyLive();
    const words = await verdictWith('Broken');
    expect(words).toContain('First thing wrong: ');
    await verdict()
      .getByText(/more that (?:is|are) wrong/)
      .click();
    expect(await verdict().innerText()).toMatch(/the checkpoint that you kept has/);
  });
});

/** The same text with its last digit one further. */
function nextDigit(hex: string): string {
  return hex.slice(0, -1) + ((Number.parseInt(hex.slice(-1), 16) + 1) % 16).toString(16);
}

const UNSIGNED = 'Consistent, but nobody signed it';

describe('files', () => {
  test('patient zero: three windows, intact, the second violated', async () => {
    await pick(FIXTURE);
    const words = await verdictWith(UNSIGNED);
    expect(words).toContain('3 windows of patient_zero_autoloop16_v0.1.1.json');
    expect(words).toContain(
      '1 window is violated: window 1 (loop_000001): beta1_jerk_within_bound',
    );
    await page.getByRole('button', { name: 'Close the file' }).waitFor();
  });

  test('a file that is dropped', async () => {
    const given = await page.evaluateHandle(
      `(() => {
        const given = new DataTransfer();
        given.items.add(new File([${JSON.stringify(readFileSync(FIXTURE, 'utf8'))}], 'dropped.json'));
        return given;
      })()`,
    );
    await page.getByText('Drop files here').dispatchEvent('drop', { dataTransfer: given });
    expect(await verdictWith(UNSIGNED)).toContain('3 windows of dropped.json');
  });

  test('patient zero as JSON lines and as an array', async () => {
    const { windows } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as { windows: unknown[] };
    const lines = join(folder, 'lines.jsonl');
    writeFileSync(lines, windows.map((one) => `${JSON.stringify(one)}\n`).join(''));
    await pick(lines);
    expect(await verdictWith(UNSIGNED)).toContain('3 windows of lines.jsonl');
    const array = join(folder, 'array.json');
    writeFileSync(array, JSON.stringify(windows));
    await pick(array);
    await verdictWith(UNSIGNED, '3 windows of array.json');
  });

  test('one digit changed in it is found, with window, field and both values', async () => {
    await pick(changed(FIXTURE, 'digit.json', (text) => text.replace('1.15,', '1.16,')));
    expect(await verdictWith('Broken')).toMatch(
      /First thing wrong: window 1 \(loop_000001\): witness\.asc_root is 0x1ecf85f7[0-9a-f]+, the data give 0x[0-9a-f]+/,
    );
  });

  test('a tlog-proof with its windows, and a changed one', async () => {
    const log = readLog(join(data, 'audit/log'), readLogKey(join(data, 'audit/log')));
    const windows = join(data, 'audit/agents/one/windows.jsonl');
    const place = log.entries.findLastIndex((entry) => entry.includes('"window_id":"one/'));
    const proof = join(folder, 'newest.tlog-proof');
    writeFileSync(proof, tlogProof(place, log.tree.inclusionProof(place), log.checkpoint ?? ''));
    await pick(windows, proof);
    expect(await verdictWith('Intact')).toContain(`entry ${place} of the log is one of these`);
    const made = join(folder, 'made.jsonl');
    copyFileSync(windows, made);
    await pick(made);
    await verdictWith(UNSIGNED, 'anybody can make windows that do');
    const shorter = log.entries.findIndex((entry) => entry.includes('"window_id":"one/'));
    const early = join(folder, 'early.tlog-proof');
    writeFileSync(
      early,
      tlogProof(shorter, log.tree.inclusionProof(shorter), log.checkpoint ?? ''),
    );
    await pick(windows, early);
    await verdictWith(UNSIGNED, 'The proof is of an earlier window');
    await pick(proof);
    await verdict().getByText(`entry ${place} of this server's log is in the log`).waitFor();
    await pick(
      windows,
      changed(proof, 'changed.tlog-proof', (text) => text.replace(/\n\w/, '\nz')),
    );
    expect(await verdictWith('Broken')).toContain('changed.tlog-proof: not a proof of this entry');
  });

  test('proofs: a development key is refused, then allowed, and a changed proof is named', async () => {
    await pick(PROOFS_FILE, DEV_KEY_FILE);
    expect(await verdictWith('Not verified')).toContain('is a development key');
    await page.getByLabel('Allow development keys').click();
    await page.getByRole('button', { name: 'Verify again' }).click();
    const words = await verdictWith('Intact');
    expect(words).toContain('3 proofs of patient-zero-proofs.jsonl, with the key dev-insecure-');
    expect(words).toContain('1 window is violated: window 1');
    const other = changed(PROOFS_FILE, 'changed.jsonl', (text) => {
      const lines = text.split('\n');
      lines[1] = (lines[1] ?? '').replace(/("public_signals":\["\d+",")2045"/, '$12047"');
      return lines.join('\n');
    });
    await pick(other, DEV_KEY_FILE);
    expect(await verdictWith('Broken')).toContain(
      'First thing wrong: proof 1: the proof does not prove these public signals',
    );
  });

  test('proofs without their key, and what is no trace', async () => {
    await pick(PROOFS_FILE);
    expect(await verdictWith('Not verified')).toContain('pick KEY.json');
    const text = join(folder, 'letter.txt');
    writeFileSync(text, 'Dear auditor,\nall is well.\n');
    await pick(text);
    await verdict().getByText('it is not JSON').waitFor();
  });
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing serious in a verdict, %s',
  async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    await pick(changed(FIXTURE, 'axe.json', (text) => text.replace('1.15,', '1.16,')));
    await verdictWith('Broken');
    expect(await seriousProblems(page)).toEqual([]);
  },
);

test('nobody is asked but this server, no policy is broken, and the arithmetic comes late', async () => {
  const foreign: string[] = [];
  const problems: string[] = [];
  const scripts: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(dashboard.server.adminUrl)) foreign.push(request.url());
    if (request.url().endsWith('.js')) scripts.push(request.url());
  });
  context.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
  });
  await pick(FIXTURE);
  await verdictWith(UNSIGNED);
  expect(scripts.some((url) => url.includes('verify-proofs'))).toBe(false);
  await page.getByLabel('Allow development keys').click();
  await pick(PROOFS_FILE, DEV_KEY_FILE);
  await verdict().getByText('3 proofs of').waitFor();
  expect(foreign).toEqual([]);
  expect(problems).toEqual([]);
});
