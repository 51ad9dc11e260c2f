/**
 * Runs the compiled circuit: inputs in, the values of all its wires out, in the `.wtns` form that provers read.
 *
 * Circom compiles to WebAssembly with a small documented interface. Speaking it takes fewer lines than a dependency
 * would cost, keeps copyleft code out of the package, and lets one instance serve many windows.
 */
import { TripwireError } from '../../core/index.ts';
import type { CircuitInput } from './proof-input.ts';

/** What a circuit compiled by circom 2 exports, as far as it is used here. */
interface CircuitExports {
  readonly init: (checkSanity: number) => void;
  readonly getFieldNumLen32: () => number;
  readonly getRawPrime: () => void;
  readonly getInputSize: () => number;
  readonly getInputSignalSize: (high: number, low: number) => number;
  readonly setInputSignal: (high: number, low: number, index: number) => void;
  readonly getWitnessSize: () => number;
  readonly getWitness: (index: number) => void;
  readonly readSharedRWMemory: (word: number) => number;
  readonly writeSharedRWMemory: (word: number, value: number) => void;
  readonly getMessageChar: () => number;
}

/** A compiled circuit, ready for windows. */
export interface Circuit {
  /** All wires: first the constant 1, then the public signals, then the rest. Little-endian, 32 bytes each. */
  wires(input: CircuitInput): Uint8Array;
  readonly prime: Uint8Array;
}

const ELEMENT_BYTES = 32;
const WORD_BITS = 32n;
const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/** The part of WebAssembly that is used; the types of Node do not have it. */
const { WebAssembly: assembly } = globalThis as unknown as {
  readonly WebAssembly: {
    instantiate(
      bytes: Uint8Array,
      imports: object,
    ): Promise<{ readonly instance: { readonly exports: unknown } }>;
  };
};

/** Loads a circuit that circom compiled. */
export async function loadCircuit(wasm: Uint8Array): Promise<Circuit> {
  let told = '';
  let exports: CircuitExports | null = null;
  const collect = () => {
    for (let code = exports?.getMessageChar() ?? 0; code !== 0;) {
      told += String.fromCodePoint(code);
      code = exports?.getMessageChar() ?? 0;
    }
  };
  const refuse = (code: number) => {
    const why = told === '' ? `code ${code}` : told.trim();
    throw new TripwireError('PROOF_INVALID', `the circuit takes no such window: ${why}`);
  };
  const runtime = {
    exceptionHandler: refuse,
    printErrorMessage: collect,
    writeBufferMessage: collect,
    showSharedRWMemory: () => undefined,
  };
  const { instance } = await assembly.instantiate(wasm, { runtime });
  const circuit = instance.exports as CircuitExports;
  exports = circuit;
  circuit.getRawPrime();
  const prime = readElement(circuit);
  const wires = (input: CircuitInput) => {
    told = '';
    return wiresOf(circuit, input);
  };
  return { prime, wires };
}

function wiresOf(circuit: CircuitExports, input: CircuitInput): Uint8Array {
  circuit.init(1);
  let given = 0;
  for (const [name, values] of Object.entries(input)) {
    const [high, low] = nameHash(name);
    const expected = circuit.getInputSignalSize(high, low);
    if (expected !== values.length) {
      const problem = `takes ${expected} values of ${name}, not ${values.length}`;
      throw new TripwireError('PROOF_INVALID', `the circuit ${problem}: it is another circuit`);
    }
    for (const [index, value] of values.entries()) {
      writeElement(circuit, value);
      circuit.setInputSignal(high, low, index);
      given += 1;
    }
  }
  if (given !== circuit.getInputSize()) {
    const problem = `takes ${circuit.getInputSize()} inputs, not ${given}`;
    throw new TripwireError('PROOF_INVALID', `the circuit ${problem}: it is another circuit`);
  }
  const size = circuit.getWitnessSize();
  const wires = new Uint8Array(size * ELEMENT_BYTES);
  for (let index = 0; index < size; index += 1) {
    circuit.getWitness(index);
    wires.set(readElement(circuit), index * ELEMENT_BYTES);
  }
  return wires;
}

/** Names of signals are found by their FNV-1a hash of 64 bits. */
function nameHash(name: string): readonly [number, number] {
  let sum = FNV_OFFSET;
  for (const char of name) {
    sum = BigInt.asUintN(64, (sum ^ BigInt(char.codePointAt(0) ?? 0)) * FNV_PRIME);
  }
  return [Number(sum >> WORD_BITS), Number(sum & 0xffffffffn)];
}

function writeElement(circuit: CircuitExports, value: bigint): void {
  let rest = value;
  for (let word = 0; word < circuit.getFieldNumLen32(); word += 1) {
    circuit.writeSharedRWMemory(word, Number(rest & 0xffffffffn));
    rest >>= WORD_BITS;
  }
}

function readElement(circuit: CircuitExports): Uint8Array {
  const words = circuit.getFieldNumLen32();
  const element = new DataView(new ArrayBuffer(words * 4));
  for (let word = 0; word < words; word += 1) {
    element.setUint32(word * 4, circuit.readSharedRWMemory(word) >>> 0, true);
  }
  return new Uint8Array(element.buffer);
}

/** The number in a place of the wires. */
export function wireAt(wires: Uint8Array, place: number): bigint {
  const bytes = wires.slice(place * ELEMENT_BYTES, (place + 1) * ELEMENT_BYTES);
  return BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`);
}

/** The wires as a `.wtns` file: version 2, a section with the field and one with the values. */
export function wtnsBytes({ prime }: Circuit, wires: Uint8Array): Uint8Array {
  const headerBytes = 4 + ELEMENT_BYTES + 4;
  const file = Buffer.alloc(12 + 12 + headerBytes + 12 + wires.length);
  let at = file.write('wtns', 'latin1');
  const uint32 = (value: number) => {
    at = file.writeUInt32LE(value, at);
  };
  const section = (kind: number, bytes: number) => {
    uint32(kind);
    at = file.writeBigUInt64LE(BigInt(bytes), at);
  };
  uint32(2);
  uint32(2);
  section(1, headerBytes);
  uint32(ELEMENT_BYTES);
  file.set(prime, at);
  at += ELEMENT_BYTES;
  uint32(wires.length / ELEMENT_BYTES);
  section(2, wires.length);
  file.set(wires, at);
  return file;
}
