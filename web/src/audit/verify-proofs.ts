/**
 * Checks zero-knowledge proofs of windows: each proof, its place in the chain, and its limits.
 *
 * Apart from the other checks, so that the pairing arithmetic is loaded only where somebody has proofs.
 */
import {
  batchProblems,
  chainProblems,
  openKey,
  signalsOf,
  statementOf,
  type Statement,
  type WindowProof,
} from '../../../src/audit/verify-proofs.ts';
import type { PickedFile } from './verify-files.ts';
import type { Findings, Tell } from './verify-findings.ts';

/** Proofs that one check sums up. */
const CHECKED_AT_ONCE = 100;

export async function verifyProofs(
  file: PickedFile,
  keyFile: PickedFile,
  allowDevSetup: boolean,
  found: Findings,
  tell: Tell,
): Promise<void> {
  const key = await openKey(parsed(keyFile.text, keyFile.name), { allowDevSetup });
  const lines = file.text.split('\n').filter((line) => line.trim() !== '');
  const proofs = lines.map((line, index) => parsed(line, `${file.name}:${index + 1}`));
  let before: Statement | null = null;
  for (let from = 0; from < proofs.length; from += CHECKED_AT_ONCE) {
    const part = proofs.slice(from, from + CHECKED_AT_ONCE);
    const wrong = batchProblems(key, part);
    for (const [place, proof] of part.entries()) {
      const problem = wrong.get(place);
      before = problem === undefined ? stated(from + place, proof, before, found) : null;
      if (problem !== undefined) found.problem(`proof ${from + place}: ${problem}`);
    }
    tell({ done: from + part.length, total: proofs.length });
  }
  found.checked(`${proofs.length} proofs of ${file.name}, with the key ${key.id}`);
  found.note('Whether these windows are the ones in a log was not looked at.');
  if (allowDevSetup) {
    found.note('A development key was allowed: everybody can forge with one.');
  }
}

function stated(
  index: number,
  proof: unknown,
  before: Statement | null,
  found: Findings,
): Statement {
  const statement = statementOf(signalsOf((proof as WindowProof).public_signals));
  const chain = before === null ? [] : chainProblems(before, statement);
  for (const problem of [...statement.problems, ...chain]) {
    found.problem(`proof ${index}: ${problem}`);
  }
  if (before === null && statement.prevRoot !== null) {
    found.note(`Proof ${index} continues a window that is not among them.`);
  }
  const { ascRoot, flags, ok, okChain } = statement;
  found.window({
    index,
    window_id: ascRoot,
    asc_root: ascRoot,
    flags,
    ok,
    ok_chain: okChain,
    problems: [],
  });
  return statement;
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`${where} is no JSON.`);
  }
}
