/**
 * Checks an agent's windows and the whole log against what the server delivers, believing none of it.
 *
 * Every window is recomputed and compared with its entry, every entry is hashed again. What is most particular comes
 * first, so that a changed byte is named by its window and field before the root, which only knows that something is
 * wrong.
 */
import {
  clockNotes,
  readVerifier,
  TraceVerifier,
  windowEntry,
  type AuditWindow,
  type Verifier,
  type WindowEntry,
  type WindowReport,
} from '../../../src/audit/verify.ts';
import type { ApiClient } from '../../../src/control/api/client.ts';
import { Findings, type Tell, type Verdict } from './verify-findings.ts';
import { compareRoot, openedCheckpoint, readLog, type ReadLog } from './verify-log.ts';

export interface LiveAsk {
  readonly agent: string;
  /** The log's key as somebody was given it; empty for the one that the server tells. */
  readonly key: string;
  /** A checkpoint that somebody kept; empty for none. */
  readonly older: string;
}

const WINDOWS_AT_ONCE = 100;

/** The entry of a window, with its place in the log. */
interface Placed {
  readonly place: number;
  readonly entry: WindowEntry;
}

export async function verifyLive(client: ApiClient, asked: LiveAsk, tell: Tell): Promise<Verdict> {
  const { agent } = asked;
  const found = new Findings();
  const head = await client.call('GET /api/audit/log');
  if (head.checkpoint === null || head.key === null) {
    found.note('The server has no log yet: set audit: on for an agent in tripwire.yaml.');
    return found.verdict();
  }
  const verifier = readVerifier(asked.key.trim() === '' ? head.key : asked.key);
  const signed = openedCheckpoint(head.checkpoint, verifier, 'the log', found);
  const size = signed?.size ?? head.size;
  const log = await readLog(client, size, found, tell);
  const windows = windowsIn(log);
  const logged = windows.filter(({ entry }) => agentOf(entry.window_id) === agent);
  await verifyWindows(client, agent, logged, found, (done) =>
    tell({ done: size + done, total: size + logged.length }),
  );
  if (signed !== null) compareRoot(log, signed, 'the checkpoint', found);
  compareOlder(log, asked.older, verifier, found);
  found.checked(
    `${logged.length} windows of ${agent}: root, flags, link and carry of each, and its entry in the log`,
  );
  found.checked(
    `${log.tree.size} entries of ${verifier.name}: the root over them, and its signature`,
  );
  for (const note of clockNotes(log.entries.filter((entry) => entry !== null))) found.note(note);
  const others = windows.length - logged.length;
  if (others > 0) found.note(`${others} windows of other agents are in the root, not recomputed.`);
  return found.verdict();
}

function windowsIn({ entries }: ReadLog): readonly Placed[] {
  return entries.flatMap((entry, place) =>
    entry !== null && 'window_id' in entry ? [{ place, entry }] : [],
  );
}

async function verifyWindows(
  client: ApiClient,
  agent: string,
  logged: readonly Placed[],
  found: Findings,
  tellDone: (done: number) => void,
): Promise<void> {
  if (logged.length === 0) {
    found.note(`No window of ${agent} is in the log yet: one closes some seconds after its 48 s.`);
  }
  const verifier = new TraceVerifier();
  let done = 0;
  while (done < logged.length) {
    const query = { from: done, limit: WINDOWS_AT_ONCE };
    const page = await client.call('GET /api/agents/:id/windows', { params: { id: agent }, query });
    if (page.windows.length === 0) {
      const count = logged.length;
      found.problem(`${agent}: the log has ${count} windows, the server gives only ${done}`);
      return;
    }
    for (const { window } of page.windows.slice(0, logged.length - done)) {
      const report = verifier.take(window);
      found.window(report, entryProblems(window as AuditWindow, report, logged[done]));
      done += 1;
      tellDone(done);
    }
    const newer = page.total - logged.length;
    if (done === logged.length && newer > 0) {
      found.note(`${newer} newer windows are not in this checkpoint: rest, or closed since.`);
    }
  }
}

/** Where the log says something else of a window than its data do. */
function entryProblems(
  window: AuditWindow,
  { flags, ok, ok_chain: okChain }: WindowReport,
  logged: Placed | undefined,
): readonly string[] {
  if (flags === null || logged === undefined) return [];
  const made = windowEntry({ window, verdict: { flags, ok, okChain } });
  const names = Object.keys(made) as (keyof WindowEntry)[];
  return names.flatMap((name) => {
    const [given, written] = [String(made[name]), String(logged.entry[name])];
    if (given === written) return [];
    return [`entry ${logged.place} of the log has ${name} ${written}, the data give ${given}`];
  });
}

/** A checkpoint that left the house: whatever the log says now must continue it. */
function compareOlder(log: ReadLog, older: string, verifier: Verifier, found: Findings): void {
  if (older.trim() === '') return;
  const which = 'the checkpoint that you kept';
  const kept = openedCheckpoint(`${older.trim()}\n`, verifier, which, found);
  if (kept === null) return;
  compareRoot(log, kept, which, found);
  found.checked(`the checkpoint that you kept: whether the log continues its ${kept.size} entries`);
}

/** The agent of a window's id. */
function agentOf(windowId: string): string {
  return windowId.slice(0, Math.max(0, windowId.lastIndexOf('/')));
}
