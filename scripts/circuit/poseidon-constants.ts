/**
 * The constants of Poseidon as circom source, derived anew from the Grain LFSR.
 *
 * A table that somebody copied can be wrong in one digit and nobody sees it. These come from the generator that the
 * paper describes, as `@noble/curves` implements it; the roots of the tests come from another package, and must agree.
 */
import { grainGenConstants } from '@noble/curves/abstract/poseidon.js';
import { bn254 } from '@noble/curves/bn254.js';

const FULL_ROUNDS = 8;
/** Partial rounds by width of the state, for the widths that the commitment uses. */
const PARTIAL_ROUNDS: Readonly<Record<number, number>> = { 3: 57, 5: 60, 8: 64 };
const WIDTHS = [3, 5, 8];

/** The text of `poseidon-constants.circom`. */
export function poseidonConstants(): string {
  const tables = WIDTHS.map((width) => {
    const { mds, roundConstants } = grainGenConstants({
      Fp: bn254.fields.Fr,
      t: width,
      roundsFull: FULL_ROUNDS,
      roundsPartial: PARTIAL_ROUNDS[width] ?? 0,
      sboxPower: 5,
    });
    return { width, matrix: mds.flat(), added: roundConstants.flat() };
  });
  return [
    'pragma circom 2.2.3;',
    '// Written by scripts/circuit/poseidon-constants.ts.',
    choice('PARTIAL_ROUNDS', (width) => String(PARTIAL_ROUNDS[width])),
    choice('ROUND_CONSTANTS', (width) => list(tables.find((one) => one.width === width)?.added)),
    choice('MATRIX', (width) => list(tables.find((one) => one.width === width)?.matrix)),
    '',
  ].join('\n\n');
}

function choice(name: string, value: (width: number) => string): string {
  const [last = 0] = WIDTHS.slice(-1);
  const cases = WIDTHS.slice(0, -1).map(
    (width) => `    if (t == ${width}) {\n        return ${value(width)};\n    }\n`,
  );
  return `function ${name}(t) {\n${cases.join('')}    assert(t == ${last});\n    return ${value(last)};\n}`;
}

function list(values: readonly bigint[] = []): string {
  return `[\n${values.map((value) => `            0x${value.toString(16)}`).join(',\n')}\n        ]`;
}
