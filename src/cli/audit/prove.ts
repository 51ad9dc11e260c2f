/**
 * `tripwire audit prove`: a proof for each window of a trace, for somebody who may not see the windows.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readTrace, TraceVerifier, windowNumbers, type AuditWindow } from '../../audit/index.ts';
import {
  commandProver,
  loadCircuit,
  proveWindow,
  snarkjsProver,
  type ProvenWindow,
  type ProvingParts,
} from '../../audit/proofs.ts';
import { TripwireError } from '../../core/index.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';
import { say } from '../terminal/say.ts';
import { openKeyFile } from './key-file.ts';

const options = {
  key: { type: 'string' },
  zkey: { type: 'string' },
  circuit: { type: 'string' },
  out: { type: 'string' },
  from: { type: 'string', default: '0' },
  count: { type: 'string' },
  prover: { type: 'string' },
  'allow-dev-key': { type: 'boolean', default: false },
} as const;

/** Proves the windows of a file; returns the exit code. */
export async function auditProve(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [file, more] = positionals;
  const { key, zkey, circuit, out } = values;
  if (file === undefined || more !== undefined) {
    throw new TripwireError('USAGE', 'prove takes one FILE of windows');
  }
  if (key === undefined || zkey === undefined || circuit === undefined || out === undefined) {
    const needed = '--key KEY.json --zkey FILE.zkey --circuit FILE.wasm --out PROOFS.jsonl';
    throw new TripwireError('USAGE', `prove needs ${needed}; docs/audit-proofs.md says where from`);
  }
  if (existsSync(out)) throw new TripwireError('USAGE', `${out} exists; nothing is overwritten`);
  const from = wholeNumber(values.from, '--from');
  const count = values.count === undefined ? Infinity : wholeNumber(values.count, '--count');
  const windows = intactWindows(file).slice(from, from + count);
  if (windows.length === 0) throw new TripwireError('USAGE', `${file} has no window ${from}`);
  const parts: ProvingParts = {
    key: await openKeyFile(key, values['allow-dev-key']),
    circuit: await loadCircuit(readFileSync(circuit)),
    prover:
      values.prover === undefined ? await snarkjsProver(zkey) : commandProver(values.prover, zkey),
  };
  try {
    await proveAll(parts, windows, out);
  } finally {
    await parts.prover.close();
  }
  say(`proved: ${windows.length} windows, in ${out}`);
  return 0;
}

/** Each proof is written when it is there: who stops it after an hour keeps the hour. */
async function proveAll(
  parts: ProvingParts,
  windows: readonly ProvenWindow[],
  out: string,
): Promise<void> {
  const bar = createProgressBar('proving', windows.length);
  try {
    for (const [index, window] of windows.entries()) {
      bar.update(index);
      appendFileSync(out, `${JSON.stringify(await proveWindow(parts, window))}\n`);
    }
  } finally {
    bar.end();
  }
}

/** The windows of a trace with their carries; a proof of a broken record would help nobody. */
function intactWindows(file: string): readonly ProvenWindow[] {
  const trace = readTrace(readFileSync(file, 'utf8'));
  const verifier = new TraceVerifier(undefined, { floors: trace.floors });
  const bar = createProgressBar('verifying', trace.windows.length);
  const windows = trace.windows.map((one, index) => {
    const carryIn = verifier.next.carry;
    const { problems } = verifier.take(one);
    if (problems[0] !== undefined) {
      bar.end();
      const why = `only an intact trace from its beginning can be proved: ${problems[0]}`;
      throw new TripwireError('WINDOW_INVALID', `${file}: window ${index}: ${why}`);
    }
    bar.update(index + 1);
    const window = one as AuditWindow;
    return { window, numbers: windowNumbers(window, trace.floors), carryIn };
  });
  bar.end();
  return windows;
}

function wholeNumber(text: string, name: string): number {
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  throw new TripwireError('USAGE', `${name} takes a whole number, not ${text}`);
}
