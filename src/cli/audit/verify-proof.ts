/**
 * `tripwire audit verify-proof`: proofs of windows checked by somebody who has not seen the windows.
 *
 * Each proof, its place in the chain, its limits against the constitution's, and with `--log` that the log has its root.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { agentOfWindow, readVerifier, type WindowEntry } from '../../audit/index.ts';
import {
  batchProblems,
  chainProblems,
  signalsOf,
  statementOf,
  type Statement,
  type VerificationKey,
  type WindowProof,
} from '../../audit/proofs.ts';
import { parseJson } from '../../base/json-text.ts';
import { TripwireError } from '../../core/index.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';
import { openKeyFile } from './key-file.ts';
import { AuditReport } from './report.ts';
import { checkedEntries } from './verify-log.ts';

/** Proofs that one check sums up. */
const CHECKED_AT_ONCE = 400;

const options = {
  key: { type: 'string' },
  'allow-dev-key': { type: 'boolean', default: false },
  log: { type: 'string' },
  'log-key': { type: 'string' },
  json: { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
} as const;

/** Verifies a file of proofs; returns the exit code. */
export async function auditVerifyProof(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [file, more] = positionals;
  if (file === undefined || more !== undefined || values.key === undefined) {
    throw new TripwireError('USAGE', 'verify-proof takes one file of PROOFS and --key KEY.json');
  }
  const key = await openKeyFile(values.key, values['allow-dev-key']);
  const report = new AuditReport(values);
  if (values['allow-dev-key']) {
    report.note(`${key.id}: a development key is allowed; these proofs convince nobody else`);
  }
  if (values.log === undefined) {
    report.note(
      'no --log: whether these windows are the ones in the log, and all of them, was not looked at',
    );
  }
  const logged = values.log === undefined ? null : entriesIn(values.log, values['log-key'], report);
  verifyAll(key, proofsIn(file), logged, report);
  return report.end();
}

type Logged = ReadonlyMap<string, WindowEntry>;

function entriesIn(folder: string, key: string | undefined, report: AuditReport): Logged {
  const verifier = key === undefined ? null : readVerifier(key);
  const entries = checkedEntries(folder, { key: verifier }, report) ?? [];
  const windows = entries.filter((entry): entry is WindowEntry => 'window_id' in entry);
  return new Map(windows.map((entry) => [entry.asc_root, entry]));
}

function verifyAll(
  key: VerificationKey,
  proofs: readonly unknown[],
  logged: Logged | null,
  report: AuditReport,
): void {
  const bar = createProgressBar('verifying', proofs.length);
  let before: Statement | null = null;
  const shown = new Set<string>();
  for (let from = 0; from < proofs.length; from += CHECKED_AT_ONCE) {
    const part = proofs.slice(from, from + CHECKED_AT_ONCE);
    const wrong = batchProblems(key, part, (done) => bar.update(from + done));
    for (const [place, proof] of part.entries()) {
      const index = from + place;
      const problem = wrong.get(place);
      if (problem !== undefined) {
        report.window(unproved(index, problem));
        before = null;
        continue;
      }
      const statement = statementOf(signalsOf((proof as WindowProof).public_signals));
      if (before === null && statement.prevRoot !== null) {
        report.note(`proof ${index} continues a window that is not among them`);
      }
      report.window(proved(index, statement, before, logged));
      shown.add(statement.ascRoot);
      before = statement;
    }
  }
  bar.end();
  if (logged !== null) heldBack(logged, shown, report);
}

/** Windows of the same agents in the log that nothing here proves: whoever shows the good ones only hides the others. */
function heldBack(logged: Logged, shown: ReadonlySet<string>, report: AuditReport): void {
  const entries = [...logged.values()];
  const agentOf = ({ window_id }: WindowEntry) => agentOfWindow(window_id);
  const agents = new Set(entries.filter(({ asc_root }) => shown.has(asc_root)).map(agentOf));
  for (const agent of agents) {
    const missing = entries.filter((one) => agentOf(one) === agent && !shown.has(one.asc_root));
    const [first] = missing;
    if (first === undefined) continue;
    const count = missing.length === 1 ? '1 more window' : `${missing.length} more windows`;
    report.unproven(
      `${agent}: the log has ${count}, of which no proof is here; the first is ${first.window_id}`,
    );
  }
}

function unproved(index: number, problem: string) {
  const none = { window_id: null, asc_root: null, flags: null, ok: false, ok_chain: false };
  return { ...none, index, problems: [problem] };
}

function proved(
  index: number,
  statement: Statement,
  before: Statement | null,
  logged: Logged | null,
) {
  const { ascRoot, flags, ok, okChain } = statement;
  const entry = logged?.get(ascRoot);
  const problems = [
    ...statement.problems,
    ...(before === null ? [] : chainProblems(before, statement)),
  ];
  if (logged !== null && entry === undefined) problems.push(`the log has no window ${ascRoot}`);
  if (entry !== undefined && (entry.flags !== flags || entry.t_start_ms !== statement.tStartMs)) {
    problems.push('the log says something else of this window than the proof');
  }
  return {
    index,
    window_id: entry?.window_id ?? null,
    asc_root: ascRoot,
    flags,
    ok,
    ok_chain: okChain,
    problems,
  };
}

function proofsIn(file: string): readonly unknown[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const proofs = lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const proof = parseJson(line);
    if (proof !== undefined) return [proof];
    throw new TripwireError('PROOF_INVALID', `${file}:${index + 1}: this line is not JSON`);
  });
  if (proofs.length === 0) {
    throw new TripwireError('PROOF_INVALID', `${file} has no proofs: there is nothing to verify`);
  }
  return proofs;
}
