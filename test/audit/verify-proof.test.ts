/** `tripwire audit prove` and `verify-proof` as people run them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { entryBytes, logSigner, TileLog, type WindowEntry } from '../../src/audit/index.ts';
import { signalsOf, statementOf, type WindowProof } from '../../src/audit/proofs.ts';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { DEV_KEY, DEV_KEY_FILE, proofAt, PROOFS, PROOFS_FILE } from './dev-proofs.ts';

const FIXTURE = join(import.meta.dirname, '../../fixtures/patient_zero_autoloop16_v0.1.1.json');
/** Each call starts a process. */
const SLOW_MACHINE_MS = 60_000;
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

function verify(file: string, ...more: readonly string[]) {
  return runTripwire(['audit', 'verify-proof', file, '--key', DEV_KEY_FILE, ...more]);
}

function written(proofs: readonly unknown[]): string {
  const file = join(folder, 'proofs.jsonl');
  writeFileSync(file, jsonLines(proofs));
  return file;
}

/** A log with an entry for each of the proofs. */
function logOf(proofs: readonly WindowProof[]): string {
  const log = new TileLog(join(folder, 'log'), logSigner(join(folder, 'log.key')));
  const entries = proofs.map(({ public_signals }, index): WindowEntry => {
    const { ascRoot, prevRoot, tStartMs, flags, ok, okChain } = statementOf(
      signalsOf(public_signals),
    );
    return {
      v: 1,
      window_id: `agent/${index}`,
      t_start_ms: tStartMs,
      prev_window_root: prevRoot,
      asc_root: ascRoot,
      flags,
      ok,
      ok_chain: okChain,
      window_sha256: '0'.repeat(64),
    };
  });
  log.append(entries.map(entryBytes));
  return join(folder, 'log');
}

describe('verify-proof', { timeout: SLOW_MACHINE_MS }, () => {
  verifies('A9', 'takes the proofs of patient zero and tells their verdicts', async () => {
    const { code, stdout } = await verify(PROOFS_FILE, '--allow-dev-key', '--json');
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(said.slice(2).map(({ flags, ok }) => [flags, ok])).toEqual([
      [2047, true],
      [2045, false],
      [2047, true],
    ]);
    expect((await verify(PROOFS_FILE, '--allow-dev-key', '--strict')).code).toBe(1);
  });

  test('refuses the development key unless told', async () => {
    const { code, stderr } = await verify(PROOFS_FILE);
    expect(code).toBe(2);
    expect(stderr).toMatch(/dev-insecure.*everybody can forge.*PROOF_INVALID/);
  });

  verifies('A9', 'names the proof that is wrong', async () => {
    const changed = { ...proofAt(1), public_signals: proofAt(0).public_signals };
    const file = written([proofAt(0), changed, proofAt(2)]);
    const { code, stdout } = await verify(file, '--allow-dev-key');
    expect(code).toBe(1);
    expect(stdout).toMatch(/broken: window 1 .*does not prove/);
    expect(stdout).toMatch(/BROKEN: 3 windows/);
  });

  test('finds a proof that is left out or stands elsewhere', async () => {
    const { code, stdout } = await verify(written([proofAt(0), proofAt(2)]), '--allow-dev-key');
    expect(code).toBe(1);
    expect(stdout).toMatch(/window 1 .*prev_root/);
    const late = await verify(written(PROOFS.slice(1)), '--allow-dev-key');
    expect(late.code).toBe(0);
    expect(late.stdout).toMatch(/proof 0 continues a window that is not among them/);
  });

  test('compares with the log', async () => {
    const log = logOf(PROOFS.slice(0, 2));
    const options = ['--allow-dev-key', '--log', log];
    const logged = await verify(written(PROOFS.slice(0, 2)), ...options);
    expect(logged).toMatchObject({ code: 0 });
    const part = await verify(written(PROOFS.slice(0, 1)), ...options);
    expect(part.code).toBe(3);
    expect(part.stdout).toMatch(/agent: the log has 1 more window, .* the first is agent\/1/);
    const more = await verify(written(PROOFS), ...options);
    expect(more.code).toBe(1);
    expect(more.stdout).toMatch(/window 2 .*the log has no window 0x15aea4fc/);
  });

  test('says what is wrong with a file that is none', async () => {
    writeFileSync(join(folder, 'none'), '');
    writeFileSync(join(folder, 'text'), '{}\nno');
    const odd = [{ key: { toString: 1 } }, null, 'x', [], { key: DEV_KEY.id, proof: 'x' }];
    const strange = await verify(written(odd), '--allow-dev-key');
    expect([strange.code, strange.stderr]).toEqual([1, '']);
    for (const key of [null, { protocol: { toString: 1 } }]) {
      const file = { id: 'x-1', r1cs_sha256: 'a', verification_key: key };
      writeFileSync(join(folder, 'key'), JSON.stringify(file));
      const refused = await verify(PROOFS_FILE, '--key', join(folder, 'key'));
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/PROOF_INVALID/)]);
    }
    const none = await verify(join(folder, 'none'), '--allow-dev-key');
    const text = await verify(join(folder, 'text'), '--allow-dev-key');
    expect([none.code, text.code]).toEqual([2, 2]);
    expect(none.stderr).toMatch(/no proofs/);
    expect(text.stderr).toMatch(/text:2: this line is not JSON/);
    const key = await verify(PROOFS_FILE, '--key', join(folder, 'text'));
    expect([key.code, key.stderr]).toEqual([2, expect.stringMatching(/text is not JSON/)]);
  });
});

describe('prove', { timeout: SLOW_MACHINE_MS }, () => {
  const prove = (...more: readonly string[]) => {
    const files = ['--zkey', 'no.zkey', '--circuit', 'no.wasm', '--out', join(folder, 'out')];
    return runTripwire(['audit', 'prove', ...more, '--key', DEV_KEY_FILE, ...files]);
  };

  test('refuses the development key, a broken trace, and a call without its files', async () => {
    const { code, stderr } = await prove(FIXTURE);
    expect(code).toBe(2);
    expect(stderr).toMatch(/development key/);
    const broken = join(folder, 'windows.jsonl');
    writeFileSync(broken, jsonLines([{ ...DEV_KEY }]));
    expect((await prove(broken, '--allow-dev-key')).stderr).toMatch(
      /window 0: only an intact trace/,
    );
    expect((await prove(FIXTURE, '--allow-dev-key')).stderr).toMatch(/no\.wasm/);
    expect((await prove(FIXTURE, '--from', '3')).stderr).toMatch(/has no window 3/);
    expect((await runTripwire(['audit', 'prove', FIXTURE])).stderr).toMatch(/prove needs --key/);
  });
});
