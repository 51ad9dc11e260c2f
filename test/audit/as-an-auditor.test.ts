/** The audit as an auditor meets it: files and a data folder handed over, and the command that reads them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { chainWindows, goodWindow } from '../kit/audit-windows.ts';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AuditedLife } from './audited-life.ts';
import { DEV_KEY_FILE, proofAt, PROOFS_FILE } from './dev-proofs.ts';
import { keptWindows, verifyAudit } from './verify-data.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PATIENT_ZERO = join(
  import.meta.dirname,
  '../../fixtures/patient_zero_autoloop16_v0.1.1.json',
);
const START_MS = Date.UTC(2026, 0, 5, 12);
const HALF_LIFE_MS = 3_600_000;
const WINDOW_MS = 48_000;

interface Story {
  readonly body: { readonly body_kind: string; readonly body_id: string };
  readonly consent_weather: { readonly state: readonly string[] };
}

const verifyWindows = (windows: readonly unknown[]) => {
  const file = join(temporaryFolder('trace'), 'windows.jsonl');
  writeFileSync(file, jsonLines(windows));
  return verifyAudit(file);
};
const problemsOf = async (windows: readonly unknown[]) => {
  const { lines } = await verifyWindows(windows);
  return lines.flatMap(({ problem, problems = [] }) => [problem ?? [], problems].flat()).join('\n');
};

describe('windows in a file', () => {
  const chain = chainWindows(Array.from({ length: 4 }, () => goodWindow()));

  verifies('A1', 'a window that lacks a step is named with its field', async () => {
    const [first] = chain;
    if (first === undefined) throw new Error('the chain is empty');
    const short = { ...first.metrics, beta1: first.metrics.beta1.slice(1) };
    expect(await problemsOf([{ ...first, metrics: short }])).toContain(
      'metrics.beta1 must have 16 entries, not 15',
    );
    expect(await verifyWindows(chain)).toMatchObject({ code: 0, stderr: '' });
  });

  verifies('A14', 'a window that is missing shows in the time and in the link', async () => {
    const [a, b, , d] = chain;
    const said = await problemsOf([a, b, d]);
    const file = join(temporaryFolder('cut'), 'windows.jsonl');
    writeFileSync(file, jsonLines([a, b, d]));
    const shown = await runTripwire(['audit', 'verify', file]);
    expect(shown).toMatchObject({ code: 1 });
    expect(shown.stdout).not.toContain('they fit together');
    expect(said).toContain('48000 ms are missing');
    expect(said).toContain('window.prev_window_root is');
  });

  verifies(['A10', 'A11'], 'patient zero is intact: good, violated, good', async () => {
    const { code, windows } = await verifyAudit(PATIENT_ZERO);
    expect(code).toBe(0);
    expect(windows).toMatchObject([
      { flags: 2_047, ok: true, ok_chain: true },
      { flags: 2_045, ok: false, ok_chain: false },
      { flags: 2_047, ok: true, ok_chain: true },
    ]);
  });

  verifies('A9', 'proofs are taken, and one that proves another window is not', async () => {
    const verify = (file: string) =>
      runTripwire(['audit', 'verify-proof', file, '--key', DEV_KEY_FILE, '--allow-dev-key']);
    expect(await verify(PROOFS_FILE)).toMatchObject({ code: 0 });
    const file = join(temporaryFolder('proofs'), 'proofs.jsonl');
    const changed = { ...proofAt(1), public_signals: proofAt(0).public_signals };
    writeFileSync(file, jsonLines([proofAt(0), changed, proofAt(2)]));
    const refused = await verify(file);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/broken: window 1 .*does not prove/);
  });
});

describe('the folder of an agent that was stopped and left alone', () => {
  const data = join(temporaryFolder('life'), 'data');
  const window = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runTripwire([
      'audit',
      'window',
      'one',
      ...args,
      '--data',
      data,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as unknown;
  };

  beforeAll(async () => {
    const life = new AuditedLife(data, START_MS);
    await life.start();
    await life.work('one', 4, 3_000);
    // More calls in a minute than the constitution allows: a runaway, which leaves a scar.
    await life.work('one', 70, 10);
    await life.gate.operate({ agent: 'one', action: 'deactivate', by: 'ann', why: 'a drill' });
    await life.pass(100_000);
    await life.vanish();
    life.wallMs += 20_000;
    await life.start();
    await life.rest(HALF_LIFE_MS);
    await life.pass(100_000);
    await life.end();
  });

  verifies('A7', 'a scar weighs half after a half-life', async () => {
    const bundle = join(temporaryFolder('bundle'), 'bundle');
    expect(await runTripwire(['audit', 'export', bundle, '--data', data])).toMatchObject({
      code: 0,
    });
    const ledgers = readFileSync(join(bundle, 'agents/one/ledgers.jsonl'), 'utf8').trim();
    const weights = ledgers.split('\n').map((line) => {
      const { scars } = JSON.parse(line) as { scars: readonly string[] };
      return (JSON.parse(scars[0] ?? '{"weight":0}') as { weight: number }).weight;
    });
    const later = HALF_LIFE_MS / WINDOW_MS;
    expect(weights[0]).toBeGreaterThan(0);
    expect(Math.abs((weights[later] ?? 0) - (weights[0] ?? 0) / 2)).toBeLessThanOrEqual(2);
  });

  verifies('A15', 'what people did is still in the civic memory an hour later', () => {
    const roots = keptWindows(data).map(({ witness }) => witness.civic_memory_root);
    const acted = roots.findIndex((root) => root !== null);
    expect(acted).toBeGreaterThan(-1);
    expect(roots.length).toBeGreaterThan(acted + 70);
    expect(new Set(roots.slice(acted)).size).toBe(1);
  });

  verifies('A8', 'one leaf is opened without the others, and only as it is', async () => {
    const opened = (await window('1', '--open', '3')) as { leaves: { preimage: string[] }[] };
    expect(opened).toMatchObject({ leaves: [{ index: 3 }] });
    const withOpening = (asc_witness: unknown) =>
      keptWindows(data).map((one, index) =>
        index === 1 ? { ...one, witness: { ...one.witness, asc_witness } } : one,
      );
    expect(await problemsOf(withOpening(opened))).toBe('');
    const [leaf] = opened.leaves;
    const forged = {
      leaves: [{ ...leaf, preimage: [...(leaf?.preimage.slice(0, -1) ?? []), '0x7'] }],
    };
    expect(await problemsOf(withOpening(forged))).toContain('witness.asc_witness: leaf 3 leads to');
  });

  verifies('A12', 'a window is told as a story, and where nobody watched it is void', async () => {
    const shown = keptWindows(data);
    const index = shown.findIndex(({ governance }) => governance.rest_mask.includes('SILENT'));
    const story = (await window(String(index), '--story')) as Story;
    expect(story.body).toEqual({ body_kind: 'rsi_loop', body_id: shown[index]?.window.window_id });
    const { rest_mask: rest = [] } = shown[index]?.governance ?? {};
    const { state } = story.consent_weather;
    expect(state.filter((_, step) => rest[step] === 'SILENT')).not.toContain('chapel');
    expect(state.filter((_, step) => rest[step] !== 'SILENT')).toContain('chapel');
  });
});
