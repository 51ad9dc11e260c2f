/** Proofs of windows: what is accepted, what is refused, and that a second verifier agrees. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { DEV_KEY, proofAt, PROOFS } from '../../../test/audit/dev-proofs.ts';
import { equationHolds, forgedProof, strayPoint } from '../../../test/audit/second-verifier.ts';
import { FIELD_ORDER } from '../index.ts';
import {
  batchProblems,
  chainProblems,
  keyId,
  openKey,
  proofProblem,
  signalsOf,
  statementOf,
  type KeyFile,
  type WindowProof,
} from '../proofs.ts';

const COORDINATE_ORDER =
  21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const key = await openKey(DEV_KEY, { allowDevSetup: true });
const [good, violated] = [proofAt(0), proofAt(1)];
const statements = PROOFS.map((proof) => statementOf(signalsOf(proof.public_signals)));

function withPoint(name: keyof WindowProof['proof'], value: unknown): unknown {
  return { ...good, proof: { ...good.proof, [name]: value } };
}

function changedKey(change: Readonly<Record<string, unknown>>, name = 'other'): KeyFile {
  const verificationKey = { ...DEV_KEY.verification_key, ...change };
  return { ...DEV_KEY, id: keyId(name, verificationKey), verification_key: verificationKey };
}

describe('a proof', () => {
  verifies(['A9', 'A10'], 'of each window of patient zero holds: good, violated, good', () => {
    expect(PROOFS.map((proof) => proofProblem(key, proof))).toEqual([null, null, null]);
    expect(statements.map(({ flags, ok, ascRoot }) => ({ flags, ok, ascRoot }))).toEqual([
      {
        flags: 2047,
        ok: true,
        ascRoot: '0x278b0f8f3d3edb86c01023fe2debfcaefd9605f6b814eac2235926ec72381495',
      },
      {
        flags: 2045,
        ok: false,
        ascRoot: '0x1ecf85f79d5b7056d816eca55b2bed5e04045c834ed934971314d773621dd9cb',
      },
      {
        flags: 2047,
        ok: true,
        ascRoot: '0x15aea4fcba39079b739c9a5e53ff82880fb226eed192a0f056cdbb733d469e63',
      },
    ]);
  });

  test('shows nothing but nine numbers and three points', () => {
    expect(Object.keys(good).toSorted()).toEqual(['key', 'proof', 'public_signals']);
    expect(good.public_signals).toHaveLength(9);
  });

  verifies(
    ['A9', 'A10'],
    'holds for no other public signal, and a violated window is never ok',
    () => {
      const changed = violated.public_signals.map((_, place) => ({
        ...violated,
        public_signals: violated.public_signals.map((signal, index) =>
          index === place ? String((BigInt(signal) + 1n) % FIELD_ORDER) : signal,
        ),
      }));
      for (const proof of changed) expect(proofProblem(key, proof)).toMatch(/does not prove/);
    },
  );

  verifies('A9', 'is refused when its points are those of another proof', () => {
    for (const name of ['pi_a', 'pi_b', 'pi_c'] as const) {
      expect(proofProblem(key, withPoint(name, violated.proof[name]))).toMatch(/does not prove/);
    }
  });

  test.each([
    ['eight signals', { public_signals: good.public_signals.slice(1) }, /9 public signals, not 8/],
    ['ten signals', { public_signals: [...good.public_signals, '0'] }, /9 public signals, not 10/],
    ['no signals', { public_signals: undefined }, /not no/],
    ['another key', { key: 'other' }, /for the key other/],
    ['no proof', { proof: undefined }, /pi_a has not the form/],
  ])('with %s is refused', (_, change, problem) => {
    expect(proofProblem(key, { ...good, ...change })).toMatch(problem);
  });

  test('with a signal outside the field is refused, though it is the same in the field', () => {
    const signals = good.public_signals.map((signal) => String(BigInt(signal) + FIELD_ORDER));
    for (const [place, signal] of signals.entries()) {
      const proof = { ...good, public_signals: good.public_signals.with(place, signal) };
      expect(proofProblem(key, proof)).toMatch(/outside the field|not a decimal/);
    }
  });

  test('with a number written in another way is refused', () => {
    for (const text of [`0${good.public_signals[0]}`, '0x1', '-1', ' 1', 1, '']) {
      const proof = { ...good, public_signals: [text, ...good.public_signals.slice(1)] };
      expect(proofProblem(key, proof)).toMatch(/not a decimal number/);
    }
  });

  test('with a point outside the curve, the field or the subgroup is refused', () => {
    const [x = '', y = ''] = good.proof.pi_a;
    const stray = strayPoint();
    const beyond = String(BigInt(x) + COORDINATE_ORDER);
    expect(proofProblem(key, withPoint('pi_a', [x, x, '1']))).toMatch(/not a point of the curve/);
    expect(proofProblem(key, withPoint('pi_a', [beyond, y, '1']))).toMatch(/outside the field/);
    expect(proofProblem(key, withPoint('pi_a', ['0', '1', '0']))).toMatch(/infinity/);
    expect(proofProblem(key, withPoint('pi_c', ['0', '0', '1']))).toMatch(
      /not a point of the curve/,
    );
    expect(proofProblem(key, withPoint('pi_b', stray))).toMatch(/outside the subgroup/);
    expect(proofProblem(key, withPoint('pi_b', [...stray.slice(0, 2), ['0', '0']]))).toMatch(
      /infinity/,
    );
    expect(proofProblem(key, withPoint('pi_b', good.proof.pi_a))).toMatch(/form|infinity/);
  });

  test('a second verifier agrees', () => {
    expect(equationHolds(DEV_KEY, good)).toBe(true);
    expect(equationHolds(DEV_KEY, { ...good, public_signals: violated.public_signals })).toBe(
      false,
    );
  });
});

describe('a key', () => {
  test('of development is refused unless it is asked for, under another name too', async () => {
    await expect(openKey(DEV_KEY)).rejects.toThrow(/development key/);
    await expect(openKey(changedKey({}, 'ceremony-2027'))).rejects.toThrow(/development key/);
    await expect(openKey(changedKey({}, 'my-dev-insecure-key'))).rejects.toThrow(/development key/);
  });

  verifies(
    'A9',
    'to which nobody contributed is refused always: everybody forges with it',
    async () => {
      const { vk_gamma_2: gamma } = DEV_KEY.verification_key;
      const skipped = changedKey({ vk_delta_2: gamma });
      const signals = violated.public_signals.with(1, '2047').with(2, '1');
      const forged = forgedProof(skipped, signals);
      // The bare equation holds: this is what an unsuspecting verifier accepts.
      expect(equationHolds(skipped, forged)).toBe(true);
      for (const allowDevSetup of [true, false]) {
        await expect(openKey(skipped, { allowDevSetup })).rejects.toThrow(/gamma and delta/);
      }
      const withDevKey = forgedProof(DEV_KEY, signals);
      expect(equationHolds(DEV_KEY, withDevKey)).toBe(false);
      expect(proofProblem(key, withDevKey)).toMatch(/does not prove/);
    },
  );

  test('whose points were changed under its id is refused', async () => {
    const { vk_gamma_2: gamma } = DEV_KEY.verification_key;
    const verificationKey = { ...DEV_KEY.verification_key, vk_beta_2: gamma };
    const changed = { ...DEV_KEY, verification_key: verificationKey };
    await expect(openKey(changed, { allowDevSetup: true })).rejects.toThrow(/it was changed/);
  });

  test.each([
    ['for another number of signals', { nPublic: 8 }, /8 public signals/],
    ['with too few inputs', { IC: [] }, /public signals/],
    ['of another kind', { protocol: 'plonk' }, /plonk on bn128/],
    ['with a point outside the subgroup', { vk_delta_2: strayPoint() }, /outside the subgroup/],
  ])('%s is refused', async (_, change, problem) => {
    const options = { allowDevSetup: true };
    await expect(openKey(changedKey(change), options)).rejects.toThrow(problem);
  });

  test.each([[null], [{}], ['key'], [{ id: 'x', r1cs_sha256: 'y' }]])(
    'that is none (%j) is refused',
    async (value) => {
      await expect(openKey(value)).rejects.toThrow(/a key file has/);
    },
  );
});

describe('many proofs', () => {
  const many = Array.from({ length: 12 }, (_, index) => proofAt(index % PROOFS.length));

  verifies('A9', 'are verified in one check', () => {
    expect([...batchProblems(key, many)]).toEqual([]);
  });

  verifies('A9', 'and the bad ones among them are found and named', () => {
    const bad = many
      .with(3, { ...good, public_signals: violated.public_signals })
      .with(4, { ...good, public_signals: [] })
      .with(11, { ...violated, public_signals: violated.public_signals.with(2, '1') });
    const problems = batchProblems(key, bad);
    expect([...problems.keys()]).toEqual([3, 4, 11]);
    expect(problems.get(4)).toMatch(/9 public signals/);
  });

  test('two wrong proofs do not make up for each other', () => {
    // The points of one with the signals of the other, and the other way round: the plain sum would be right.
    const swapped = [
      { ...good, public_signals: violated.public_signals },
      { ...violated, public_signals: good.public_signals },
    ];
    expect([...batchProblems(key, swapped).keys()]).toEqual([0, 1]);
  });
});

describe('what proofs say', () => {
  const [first, second, third] = statements;
  if (first === undefined || second === undefined || third === undefined) throw new Error('three');

  test('is a chain when each continues the one before', () => {
    expect([...chainProblems(first, second), ...chainProblems(second, third)]).toEqual([]);
    expect(chainProblems(first, third).join()).toMatch(/prev_root.*starts at/);
    const { carryIn } = second;
    const other = { ...second, carryIn: { ...carryIn, cool: carryIn.cool + 1 } };
    expect(chainProblems(first, other)).toEqual([expect.stringMatching(/carry_in/)]);
  });

  test('is looked at for limits that no constitution allows', () => {
    const signals = signalsOf(good.public_signals);
    const [g0 = 0n, g1 = 0n] = signals.slice(7);
    const problemsWith = (place: number, value: bigint) =>
      statementOf(signals.with(place, value)).problems.join();
    expect(first.problems).toEqual([]);
    expect(problemsWith(7, g0 - (1n << 120n))).toMatch(/rho_min is 249999/);
    expect(problemsWith(7, g0 | 0xffffffn)).toMatch(/not measured/);
    expect(problemsWith(8, g1 - (1n << 64n))).toMatch(/the floors are 499 ms/);
    expect(problemsWith(8, g1 - (1n << 96n))).toMatch(/599 s/);
    expect(problemsWith(6, 1n)).toMatch(/begins a chain, but carries something/);
    expect(problemsWith(4, 1n)).toMatch(/continues a window, but carries not/);
    expect(problemsWith(5, (signals[5] ?? 0n) + (1n << 80n))).toMatch(/16 steps/);
  });
});
