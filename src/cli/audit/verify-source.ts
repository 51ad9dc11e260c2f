/**
 * Verifies a data folder or a bundle: the log with its signature and tiles, every window made again from the journal's
 * records, and that the three agree.
 */
import {
  actsOfTrace,
  agentOfWindow,
  checkTlogProof,
  clockNotes,
  entryBytes,
  marksOf,
  readEntry,
  readLog,
  readLogKey,
  sharedProblems,
  stretchesOf,
  TraceVerifier,
  WINDOW_MS,
  windowEntry,
  windowHash,
  type AuditWindow,
  type Ledgers,
  type LogEntry,
  type MeasuredWindow,
  type SharedAct,
  type Stretch,
  type Verifier,
  type WindowEntry,
  readSharedActs,
} from '../../audit/index.ts';
import { errorWords } from '../../base/error-words.ts';
import { EVERYBODY } from '../../base/everybody.ts';
import { jsonOrText } from '../../base/json-text.ts';
import { canonicalJson, TripwireError } from '../../core/index.ts';
import { replayJournal } from '../../journal/index.ts';
import { createProgressBar, type ProgressBar } from '../terminal/progress-bar.ts';
import { otherRecorders, windowsAgain } from './remeasure.ts';
import type { AuditReport } from './report.ts';
import type { AuditSource } from './source.ts';

/** The entries of a log that was checked; null, and the problem reported, when it cannot be trusted. */
export function checkedEntries(
  logFolder: string,
  key: Verifier | null,
  report: AuditReport,
): readonly LogEntry[] | null {
  try {
    const { entries } = readLog(logFolder, key ?? readLogKey(logFolder));
    return entries.map(readEntry);
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    report.problem(error.message);
    return null;
  }
}

/** The ledgers of a window as a bundle has them. */
export function ledgerLine(windowId: string, { narrative, scars, civic }: Ledgers): string {
  return JSON.stringify({ window_id: windowId, narrative, scars, civic });
}

/** Verifies everything of a source against the entries of its log. */
export async function verifySource(
  source: AuditSource,
  entries: readonly LogEntry[],
  report: AuditReport,
): Promise<void> {
  for (const note of clockNotes(entries)) report.note(note);
  const windows = entries.filter((entry) => 'window_id' in entry);
  const traced = stretchesOf(entries);
  const stray = windows.find(({ window_id }) => !traced.has(agentOfWindow(window_id)));
  if (stray !== undefined)
    report.problem(`window ${stray.window_id} in the log belongs to no trace`);
  const acts = await sharedActs(source, report);
  const bar = createProgressBar('verifying', windows.length);
  for (const [agent, stretches] of traced) {
    const its = windows.filter(({ window_id }) => agentOfWindow(window_id) === agent);
    await verifyAgent({ source, report, bar, agent, stretches, logged: its, entries, acts });
  }
  bar.end();
}

interface AgentAudit {
  readonly source: AuditSource;
  readonly report: AuditReport;
  readonly bar: ProgressBar;
  readonly agent: string;
  readonly stretches: readonly Stretch[];
  readonly logged: readonly WindowEntry[];
  readonly entries: readonly LogEntry[];
  /** What was done to all agents; null where nobody can tell any more. */
  readonly acts: readonly SharedAct[] | null;
}

/** What was done to all agents, from a journal that was replayed. */
async function sharedActs(
  { store, problems }: AuditSource,
  report: AuditReport,
): Promise<readonly SharedAct[] | null> {
  const problem = problems.get(EVERYBODY);
  if (problem !== undefined) {
    report.problem(`the journal of all agents cannot be read: ${problem}`);
    return null;
  }
  const replayed = await replayJournal(store, EVERYBODY);
  if (!replayed.parity) {
    report.problem(`the journal of all agents: row ${replayed.seq}: ${replayed.problem}`);
    return null;
  }
  if ((await store.anchors()).some(({ agent }) => agent === EVERYBODY)) {
    report.note(
      'old rows of the journal of all agents were cut; what was done to all is taken from the log alone',
    );
    return null;
  }
  return (await readSharedActs(store, 0)).acts;
}

async function verifyAgent(audit: AgentAudit): Promise<void> {
  const { source, report, agent, logged } = audit;
  const lines = source.windowLines(agent) ?? [];
  if (lines.length < logged.length) {
    report.problem(`${agent}: the log has ${logged.length} windows, the file only ${lines.length}`);
  }
  verifyProof(audit);
  verifyShared(audit);
  await verifyJournal(audit);
  const ledgers = source.ledgerLines(agent);
  const windows = lines.slice(0, logged.length).map(jsonOrText);
  const measured = await measuredWindows(audit, windows);
  const verifier = new TraceVerifier();
  for (const [index, window] of windows.entries()) {
    const again = measured === null ? null : await nextOf(measured, audit);
    const found = verifier.take(window);
    report.window({ ...found, index }, [
      ...(found.flags === null
        ? []
        : agreementProblems(window as AuditWindow, logged[index], again)),
      ...ledgerProblems(ledgers, index, again),
    ]);
    audit.bar.update(index + 1);
  }
}

/** What was done to all agents must be in the trace of each, and nothing else. */
function verifyShared({ report, agent, entries, stretches, logged, acts }: AgentAudit): void {
  if (acts === null) return;
  const taken = marksOf(entries, agent).filter((mark) => mark.kind === 'all');
  const endMs = (logged.at(-1)?.t_start_ms ?? 0) + WINDOW_MS;
  for (const problem of sharedProblems(taken, actsOfTrace(acts, stretches), endMs)) {
    report.problem(`${agent}: ${problem}`);
  }
}

/** The proof that came along must be one of the newest window. */
function verifyProof({ source, report, agent, logged }: AgentAudit): void {
  const proof = source.newestProof(agent);
  const newest = logged.at(-1);
  if (proof === null || newest === undefined) return;
  try {
    checkTlogProof(proof, entryBytes(newest), readLogKey(source.logFolder));
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    report.problem(`${agent}: newest.tlog-proof: ${error.message}`);
  }
}

/** What a bundle says that a window's hashes open to must be what they were made of. */
function ledgerProblems(
  lines: readonly string[] | null,
  index: number,
  measured: MeasuredWindow | null | undefined,
): readonly string[] {
  if (lines === null || measured === null || measured === undefined) return [];
  const { window, ledgers } = measured;
  const isSame = lines[index] === ledgerLine(window.window.window_id, ledgers);
  return isSame ? [] : ['ledgers.jsonl does not hold what its hashes are of'];
}

async function verifyJournal({ source, report, agent }: AgentAudit): Promise<void> {
  const problem = source.problems.get(agent);
  if (problem !== undefined) {
    report.problem(`${agent}: the journal cannot be read: ${problem}`);
    return;
  }
  const replayed = await replayJournal(source.store, agent);
  if (!replayed.parity) report.problem(`${agent}: row ${replayed.seq}: ${replayed.problem}`);
}

type Again = MeasuredWindow | null | undefined;

/** The windows made again; null where the rows that they were made of are not kept any more. */
async function measuredWindows(
  audit: AgentAudit,
  windows: readonly unknown[],
): Promise<AsyncGenerator<Again> | null> {
  const { source, report, agent, stretches, entries } = audit;
  const { store } = source;
  if (source.problems.has(agent)) return null;
  const isCut = (await store.anchors()).some((anchor) => anchor.agent === agent);
  if (isCut) {
    report.note(
      `${agent}: old rows of the journal were cut; its windows are checked against the log alone`,
    );
    return null;
  }
  const others = otherRecorders(stretches, windows.length);
  if (others !== null) report.note(`${agent}: ${others}`);
  const kept = windows as readonly AuditWindow[];
  return windowsAgain({ store, entries, agent, stretches, windows: kept });
}

/** The next window made again; undefined when the records give no more. */
async function nextOf(
  measured: AsyncGenerator<Again>,
  { report, agent }: AgentAudit,
): Promise<Again> {
  try {
    const next = await measured.next();
    return next.done === true ? undefined : next.value;
  } catch (error) {
    report.problem(`${agent}: ${errorWords(error)}`);
    return undefined;
  }
}

/** Where a window, its entry in the log, and what its records give now, do not agree. */
function agreementProblems(
  window: AuditWindow,
  entry: WindowEntry | undefined,
  measured: MeasuredWindow | null | undefined,
): readonly string[] {
  const problems: string[] = [];
  if (entry !== undefined && windowHash(window) !== entry.window_sha256) {
    problems.push(`it is not the window that the log has (window_sha256 ${entry.window_sha256})`);
  }
  if (measured === undefined) problems.push('the records give no such window');
  if (measured === undefined || measured === null) return problems;
  const fields = differences(measured.window, window, '');
  const field = fields.find((one) => !CONSEQUENCES.includes(one)) ?? fields[0];
  if (field !== undefined) problems.push(`the records give another ${field}`);
  if (entry !== undefined && canonicalJson(windowEntry(measured)) !== canonicalJson(entry)) {
    problems.push('the records give another entry than the log has');
  }
  return problems;
}

/** The fields in which two values differ. */
function differences(one: unknown, other: unknown, path: string): readonly string[] {
  if (!hasMembers(one) || !hasMembers(other)) return Object.is(one, other) ? [] : [path];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    differences(one[key], other[key], path === '' ? key : `${path}.${key}`),
  );
}

/** Roots follow from the rest, so they are the cause only when nothing else differs. */
const CONSEQUENCES: readonly string[] = ['witness.asc_root', 'window.prev_window_root'];

/** An object or a list. */
function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
