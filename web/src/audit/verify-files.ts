/**
 * Checks files that somebody picked: windows, a proof that an entry is in a log, or zero-knowledge proofs with their key.
 *
 * What a file is, its content says. Files that belong together are picked together.
 */
import {
  checkTlogProof,
  checkWindow,
  entryBytes,
  readTrace,
  readVerifier,
  textProblems,
  TraceVerifier,
  windowEntry,
  type AuditWindow,
} from '../../../src/audit/verify.ts';
import type { ApiClient } from '../../../src/control/api/client.ts';
import { TripwireError } from '../../../src/core/browser.ts';
import { Findings, type Tell, type Verdict } from './verify-findings.ts';

export interface PickedFile {
  readonly name: string;
  readonly text: string;
}

export interface FilesAsk {
  readonly files: readonly PickedFile[];
  /** Whether keys whose secret is public are taken. */
  readonly allowDevKey: boolean;
  /** The log's key as somebody was given it; empty for the one that the server tells. */
  readonly key: string;
}

const BELIEVED_KEY =
  "This server supplied the log's key, so a log that was rewritten as a whole would also pass. Paste the key you were given.";

type Kind = 'trace' | 'tlog-proof' | 'key' | 'proofs';

export async function verifyFiles(
  client: ApiClient,
  { files, allowDevKey, key }: FilesAsk,
  tell: Tell,
): Promise<Verdict> {
  const found = new Findings();
  const of = (kind: Kind) => onlyOne(files.filter(({ text }) => kindOf(text) === kind));
  const [trace, tlogProof, keyFile, proofs] = [
    of('trace'),
    of('tlog-proof'),
    of('key'),
    of('proofs'),
  ];
  if ((keyFile === null) !== (proofs === null)) {
    const missing = keyFile === null ? 'key: pick KEY.json' : 'proofs: pick PROOFS.jsonl';
    throw new Error(`Proofs are checked with their key. There is no file of the ${missing} too.`);
  }
  const entries = trace === null ? null : verifyTrace(trace, found, tell);
  if (tlogProof !== null) {
    const verifier = readVerifier(key.trim() === '' ? await serverKey(client) : key);
    const check = (entry: Uint8Array) => checkTlogProof(tlogProof.text, entry, verifier);
    if (entries === null) await verifyServersEntry(client, tlogProof, check, found);
    else verifyOwnEntry(entries, tlogProof, check, found);
    if (key.trim() === '') found.note(BELIEVED_KEY);
  } else if (entries !== null) {
    found.unsigned =
      'These windows fit together, and anybody can make windows that do. Nothing here shows that a log has them, or that ' +
      'none followed: pick newest.tlog-proof of the same bundle too.';
  }
  if (keyFile !== null && proofs !== null) {
    // Half a megabyte of curve arithmetic, for this one case.
    const { verifyProofs } = await import('./verify-proofs.ts');
    await verifyProofs(proofs, keyFile, allowDevKey, found, tell);
  }
  return found.verdict();
}

function onlyOne(files: readonly PickedFile[]): PickedFile | null {
  const [one, other] = files;
  if (other === undefined) return one ?? null;
  throw new Error(`${one?.name} and ${other.name} are of the same kind. Pick one of them.`);
}

function kindOf(text: string): Kind {
  if (text.startsWith('c2sp.org/tlog-proof@')) return 'tlog-proof';
  const [first = ''] = text.trimStart().split('\n', 1);
  if (/^\{.*"public_signals"\s*:/.test(first)) return 'proofs';
  return /"verification_key"\s*:/.test(text.slice(0, 1_000)) ? 'key' : 'trace';
}

async function serverKey(client: ApiClient): Promise<string> {
  const { key } = await client.call('GET /api/audit/log');
  if (key !== null) return key;
  throw new Error('A tlog-proof is checked with the key of its log. Paste it above.');
}

/** Returns the entries that the windows have in a log. */
function verifyTrace(file: PickedFile, found: Findings, tell: Tell): readonly Uint8Array[] {
  const trace = readTrace(file.text);
  if (trace.windows.length === 0) throw new Error(`${file.name} has no windows.`);
  const verifier = new TraceVerifier(undefined, { floors: trace.floors });
  const readable: AuditWindow[] = [];
  const entries: Uint8Array[] = [];
  for (const [index, value] of trace.windows.entries()) {
    const report = verifier.take(value);
    found.window(report, textProblems(trace, value));
    if (report.flags !== null) {
      const window = checkWindow(value);
      const { flags, ok, ok_chain: okChain } = report;
      readable.push(window);
      entries.push(entryBytes(windowEntry({ window, verdict: { flags, ok, okChain } })));
    }
    tell({ done: index + 1, total: trace.windows.length });
  }
  found.trace = { name: file.name, windows: readable };
  found.checked(
    `${trace.windows.length} windows of ${file.name}: root, flags, link and carry of each`,
  );
  return entries;
}

type CheckEntry = (entry: Uint8Array) => number;

/** One of the picked windows must be the one that is proved; in a bundle it is the newest. */
function verifyOwnEntry(
  entries: readonly Uint8Array[],
  { name }: PickedFile,
  check: CheckEntry,
  found: Findings,
): void {
  let problem: string | null = null;
  for (const [after, entry] of entries.toReversed().entries()) {
    try {
      const place = check(entry);
      found.checked(`${name}: entry ${place} of the log is one of these windows`);
      if (after > 0) {
        found.unsigned = `The proof is of an earlier window: nobody signed the last ${after} of these.`;
      }
      return;
    } catch (error) {
      if (!TripwireError.isInstance(error)) throw error;
      problem ??= error.message;
    }
  }
  found.problem(`${name}: ${problem ?? 'there is no window that it could be of'}`);
}

/** Without windows: the entry that the server has at that place. */
async function verifyServersEntry(
  client: ApiClient,
  { name, text }: PickedFile,
  check: CheckEntry,
  found: Findings,
): Promise<void> {
  const from = Number(/^index (\d+)$/m.exec(text)?.[1] ?? 0);
  const query = { from, limit: 1 };
  const { entries } = await client.call('GET /api/audit/log/entries', { query });
  try {
    check(new TextEncoder().encode(entries[0] ?? ''));
    found.checked(`${name}: entry ${from} of this server's log is in the log that is signed`);
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    found.problem(`${name}: entry ${from} of this server's log: ${error.message}`);
  }
}
