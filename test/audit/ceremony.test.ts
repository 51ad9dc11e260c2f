/** The set-up as a whole, on a circuit of one multiplication; and what its checks refuse. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../scripts/circuit/build.ts';
import {
  checkKey,
  closeWithBeacon,
  contribute,
  publishKey,
  startCeremony,
  type Ceremony,
} from '../../scripts/circuit/ceremony.ts';
import { snarkjs } from '../../scripts/circuit/snarkjs.ts';
import { openKey } from '../../src/audit/proofs.ts';
import { IS_FULL } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const MINUTES_MS = 600_000;
const BEACON = '0123456789abcdef'.repeat(4);
/** Nine public signals, as the circuit of a window has. */
const TINY = `pragma circom 2.2.3;
template Tiny() {
    signal input in[8];
    signal output out;
    out <== (in[0] + in[1] + in[2] + in[3]) * (in[4] + in[5] + in[6] + in[7]);
}
component main {public [in]} = Tiny();
`;

describe.runIf(IS_FULL)('the ceremony', () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  let ceremony: Ceremony;

  beforeAll(() => {
    compile(folder, TINY);
    snarkjs('powersoftau', 'new', 'bn128', '6', at('new.ptau'));
    snarkjs('powersoftau', 'beacon', at('new.ptau'), at('one.ptau'), BEACON, '10');
    snarkjs('powersoftau', 'prepare', 'phase2', at('one.ptau'), at('final.ptau'));
    const bytes = readFileSync(at('final.ptau'));
    const ptauBlake2b = createHash('blake2b512').update(bytes).digest('hex');
    ceremony = { r1cs: at('main.r1cs'), ptau: at('final.ptau'), ptauBlake2b };
  }, MINUTES_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(
    'gives a key after three contributions and a beacon, and none before',
    async () => {
      startCeremony(ceremony, at('0.zkey'));
      await expect(checkKey(ceremony, at('0.zkey'))).rejects.toThrow();
      for (const [index, name] of ['ada', 'bob', 'eve'].entries()) {
        contribute(at(`${index}.zkey`), at(`${index + 1}.zkey`), name);
      }
      await expect(checkKey(ceremony, at('3.zkey'))).rejects.toThrow(/and then a beacon/);
      expect(() => closeWithBeacon(at('3.zkey'), at('x.zkey'), 'soon')).toThrow(/64 hex digits/);
      closeWithBeacon(at('1.zkey'), at('early.zkey'), BEACON);
      await expect(checkKey(ceremony, at('early.zkey'))).rejects.toThrow(/has 1 contributions/);
      closeWithBeacon(at('3.zkey'), at('final.zkey'), BEACON);
      expect(await checkKey(ceremony, at('final.zkey'))).toEqual(['beacon', 'eve', 'bob', 'ada']);
      const target = { name: 'tiny-2026', file: at('key.json') };
      const key = await publishKey(ceremony, at('final.zkey'), target);
      expect((await openKey(JSON.parse(readFileSync(target.file, 'utf8')))).id).toBe(key.id);
    },
    MINUTES_MS,
  );

  test(
    'refuses another phase 1, another circuit, the name of a development key, and to overwrite',
    async () => {
      const other = { ...ceremony, ptauBlake2b: 'f'.repeat(128) };
      expect(() => startCeremony(other, at('other.zkey'))).toThrow(/not that phase 1/);
      expect(() => startCeremony(ceremony, at('0.zkey'))).toThrow(/nothing is overwritten/);
      expect(() => contribute(at('0.zkey'), at('1.zkey'), 'again')).toThrow(
        /nothing is overwritten/,
      );
      const dev = { name: 'my-dev-insecure', file: at('dev.json') };
      await expect(publishKey(ceremony, at('final.zkey'), dev)).rejects.toThrow(/not safe/);
      expect(existsSync(dev.file)).toBe(false);
      compile(at('other'), TINY.replace('in[0] + in[1]', 'in[0] + 2 * in[1]'));
      const wrong = { ...ceremony, r1cs: at('other/main.r1cs') };
      await expect(checkKey(wrong, at('final.zkey'))).rejects.toThrow();
    },
    MINUTES_MS,
  );
});
