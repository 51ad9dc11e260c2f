/**
 * Verifies a data folder or a bundle: the log with its signature and tiles, every window made again from the journal's
 * records, and that the three agree.
 */
import {
  checkTlogProof,
  clockNotes,
  entryBytes,
  gapsOf,
  idlesOf,
  newRecorder,
  readEntry,
  readLog,
  readLogKey,
  Recorder,
  TraceVerifier,
  windowEntry,
  windowHash,
  type AuditWindow,
  type Ledgers,
  type LogEntry,
  type MeasuredWindow,
  type Verifier,
  type WindowEntry,
} from '../audit/index.ts';
import { canonicalJson, TripwireError } from '../core/index.ts';
import { recordWindows, replayJournal } from '../gate/index.ts';
import type { AuditReport } from './audit-report.ts';
import type { AuditSource } from './audit-source.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';

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

/** The agents that a log traces, and since when. */
export function tracedAgents(entries: readonly LogEntry[]): ReadonlyMap<string, number> {
  const traced = new Map<string, number>();
  for (const entry of entries) {
    if ('kind' in entry && entry.kind === 'trace') traced.set(entry.agent, entry.since_ms);
  }
  return traced;
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
  const traced = tracedAgents(entries);
  const stray = windows.find(({ window_id }) => !traced.has(agentOf(window_id)));
  if (stray !== undefined)
    report.problem(`window ${stray.window_id} in the log belongs to no trace`);
  const bar = createProgressBar('verifying', windows.length);
  for (const [agent, since] of traced) {
    const its = windows.filter(({ window_id }) => agentOf(window_id) === agent);
    await verifyAgent({ source, report, bar, agent, since, logged: its, entries });
  }
  bar.end();
}

interface AgentAudit {
  readonly source: AuditSource;
  readonly report: AuditReport;
  readonly bar: ProgressBar;
  readonly agent: string;
  readonly since: number;
  readonly logged: readonly WindowEntry[];
  readonly entries: readonly LogEntry[];
}

async function verifyAgent(audit: AgentAudit): Promise<void> {
  const { source, report, agent, logged } = audit;
  const lines = source.windowLines(agent) ?? [];
  if (lines.length < logged.length) {
    report.problem(`${agent}: the log has ${logged.length} windows, the file only ${lines.length}`);
  }
  verifyProof(audit);
  await verifyJournal(audit);
  const ledgers = source.ledgerLines(agent);
  const measured = await measuredWindows(audit);
  const verifier = new TraceVerifier();
  for (const [index, line] of lines.slice(0, logged.length).entries()) {
    const window = parsed(line);
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

/** The windows made again; null where the rows that they were made of are not kept any more. */
async function measuredWindows(audit: AgentAudit): Promise<AsyncGenerator<MeasuredWindow> | null> {
  const { source, report, agent, since, entries } = audit;
  if (source.problems.has(agent)) return null;
  const isCut = (await source.store.anchors()).some((anchor) => anchor.agent === agent);
  if (isCut) {
    report.note(
      `${agent}: old rows of the journal were cut; its windows are checked against the log alone`,
    );
    return null;
  }
  const gaps = gapsOf(entries);
  const recorder = new Recorder(newRecorder(agent, since), () => gaps);
  return recordWindows(source.store, recorder, idlesOf(entries, agent));
}

/** The next window made again; undefined when the records give no more. */
async function nextOf(
  measured: AsyncGenerator<MeasuredWindow>,
  { report, agent }: AgentAudit,
): Promise<MeasuredWindow | undefined> {
  try {
    const next = await measured.next();
    return next.done === true ? undefined : next.value;
  } catch (error) {
    report.problem(`${agent}: ${error instanceof Error ? error.message : String(error)}`);
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
  if (!isObject(one) || !isObject(other)) return Object.is(one, other) ? [] : [path];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    differences(one[key], other[key], path === '' ? key : `${path}.${key}`),
  );
}

/** Roots follow from the rest, so they are the cause only when nothing else differs. */
const CONSEQUENCES: readonly string[] = ['witness.asc_root', 'window.prev_window_root'];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return line;
  }
}

/** The agent of a window's id. */
function agentOf(windowId: string): string {
  return windowId.slice(0, Math.max(0, windowId.lastIndexOf('/')));
}
