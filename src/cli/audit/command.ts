/**
 * `tripwire audit`: windows measured on the agents, their chain, and the log that publishes them.
 */
import { TripwireError } from '../../core/errors.ts';
import type { Command } from '../command.ts';

const HELP = `tripwire audit verify [BUNDLE | FILE | --data DIR [--store URL]] [--key KEY] [--checkpoint FILE]
                      [--strict] [--json]
tripwire audit window AGENT [N] [--data DIR] [--store URL] [--open LEAVES] [--story] [--json]
tripwire audit export BUNDLE [--data DIR] [--store URL]
tripwire audit prove FILE --key KEY --zkey ZKEY --circuit WASM --out PROOFS [--from N] [--count N] [--prover PROGRAM]
tripwire audit verify-proof PROOFS --key KEY [--log DIR] [--log-key KEY] [--strict] [--json]

verify   Reads the data again, recomputes every window, root, link and signature, and names the first
         thing that is wrong. FILE is JSON lines or an array of windows, or {"windows": […]}.
         Exit 0: the record is intact (violated windows are findings; --strict makes them exit 1).
         Exit 1: it is broken. Exit 2: there was nothing to verify. Exit 3: what is there is intact, but
         nothing proves its end: rows newer than the log, a log shorter than your checkpoint, or windows
         that nobody signed although you gave a key.
         --json: a line a window: {"window_id","asc_root","flags","ok","ok_chain"}, and "problems" where
         it is broken.
         --key: the log's verifier key as you got it from elsewhere. Without it the key beside the
         log is used, and a log that was rewritten as a whole is not noticed.
         --checkpoint: a checkpoint of the log that you kept. The log must continue it.
         --store: the database of the journal, where tripwire.yaml and TRIPWIRE_STORE do not name it; a user
         who may only read it is enough. Of a fleet, --data is the folder of the node that measured.
window   One window of an agent: the newest, or the one with number N.
         --open 0,3: opens these leaves with their paths. --story: as a StoryBodyTrace.
export   Writes a folder for an auditor: records, windows, log, checkpoint, proofs.
prove    Proves each window of a trace without showing it. Needs snarkjs, or a native prover with --prover;
         both are installed apart from Tripwire. docs/audit-proofs.md says where the key files come from.
verify-proof  Verifies such proofs, their chain, and with --log that the log has their roots. Exit codes as verify.
         Both refuse development keys; --allow-dev-key accepts them, but then a proof proves nothing to others.

Exit codes: 0 sound, shown or written; 1 something is wrong, and it is named; 2 wrong options, or nothing to read;
3 verify: what is there is intact, and nothing proves that it is all (rows newer than the log, a log that ends early).`;

type Part = (args: readonly string[]) => Promise<number>;

const parts: Readonly<Record<string, () => Promise<Part>>> = {
  verify: async () => (await import('./verify.ts')).auditVerify,
  window: async () => (await import('./window.ts')).auditWindow,
  export: async () => (await import('./export.ts')).auditExport,
  prove: async () => (await import('./prove.ts')).auditProve,
  'verify-proof': async () => (await import('./verify-proof.ts')).auditVerifyProof,
};

/** The command. */
export const command: Command = { help: HELP, run: audit };

/** Runs the part of `audit` that is asked for. */
async function audit(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  const load = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (load === undefined) {
    const known = Object.keys(parts).join(', ');
    throw new TripwireError('USAGE', `audit takes one of ${known}; see tripwire audit --help`);
  }
  return (await load())(rest);
}
