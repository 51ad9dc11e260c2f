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
import { isOwnSpelling } from './bundle-files.ts';
import { otherRecorders, windowsAgain } from './remeasure.ts';
import type { AuditReport } from './report.ts';
import type { AuditSource } from './source.ts';
import { coveredWith, NOTHING_COVERED, rowsOf, vouchedAct, vouchedRows } from './vouched-rows.ts';

/** The ledgers of a window as a bundle has them. */
export function ledgerLine(windowId: string, { narrative, scars, civic }: Ledgers): string {
  return JSON.stringify({ window_id: windowId, narrative, scars, civic });
}

/** Verifies everything of a source against the entries of its log. */
export async function verifySource(
  source: AuditSource,
  entries: readonly LogEntry[],
  report: AuditReport,
  key: Verifier | null = null,
): Promise<void> {
  for (const note of clockNotes(entries)) report.note(note);
  const windows = entries.filter((entry) => 'window_id' in entry);
  const traced = stretchesOf(entries);
  for (const name of source.strangers([...traced.keys()])) {
    report.problem(`${name} is there, and the signed log knows nothing of it`);
  }
  const stray = windows.find(({ window_id }) => !traced.has(agentOfWindow(window_id)));
  if (stray !== undefined)
    report.problem(`window ${stray.window_id} in the log belongs to no trace`);
  const acts = await sharedActs(source, report);
  if (acts !== null) await beyondLog(source, EVERYBODY, vouchedAct(entries), report);
  const bar = createProgressBar('verifying', windows.length);
  for (const [agent, stretches] of traced) {
    const its = windows.filter(({ window_id }) => agentOfWindow(window_id) === agent);
    await verifyAgent({ source, report, bar, agent, stretches, logged: its, entries, acts, key });
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
  /** Who must have signed the log; null to believe the key beside it. */
  readonly key: Verifier | null;
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
  verifyCount(audit, lines.length);
  verifyProof(audit);
  verifyShared(audit);
  const isWhole = await verifyJournal(audit);
  const ledgers = verifiedLedgers(audit, lines.length);
  const windows = lines.slice(0, logged.length).map(jsonOrText);
  const measured = await measuredWindows(audit, windows);
  const verifier = new TraceVerifier();
  let covered = NOTHING_COVERED;
  for (const [index, window] of windows.entries()) {
    const again = measured === null ? null : await nextOf(measured, audit);
    const found = verifier.take(window);
    report.window({ ...found, index }, [
      ...spellingProblems(lines[index] ?? ''),
      ...(found.flags === null
        ? []
        : agreementProblems(window as AuditWindow, logged[index], again)),
      ...ledgerProblems(ledgers, index, again),
    ]);
    covered = coveredWith(covered, again ?? null);
    audit.bar.update(index + 1);
  }
  if (!isWhole) return;
  const newest = windows.at(-1) as AuditWindow | undefined;
  const trace = { covered, marks: marksOf(audit.entries, agent), newest };
  const { committed, needed } = await vouchedRows(source.store, agent, trace);
  await beyondLog(source, agent, needed, report);
  const first = committed + 1;
  if (await hasRecord(source.store, agent, first, needed)) {
    const which = `the records among rows ${first} to ${needed}`;
    report.unproven(`${agent}: ${which} are compared with no window`);
  }
}

/** When the newest window in the log ends; null when it has none. */
function endOf(logged: readonly WindowEntry[]): number | null {
  const newest = logged.at(-1);
  return newest === undefined ? null : newest.t_start_ms + WINDOW_MS;
}

/** The file must have the windows of the log. A running server writes a window before its entry. */
function verifyCount({ source, report, agent, logged }: AgentAudit, count: number): void {
  const said = `${agent}: the log has ${logged.length} windows, the file`;
  if (count < logged.length) report.problem(`${said} only ${count}`);
  if (count <= logged.length) return;
  const more = `${said} ${count}: nobody signed the last ${count - logged.length}`;
  if (source.isBundle) report.problem(more);
  else report.unproven(more);
}

/** Rows after those that the log vouches for: in a bundle somebody added them, in a data folder they are new. */
async function beyondLog(
  { isBundle, store }: AuditSource,
  agent: string,
  vouched: number,
  report: AuditReport,
): Promise<void> {
  const head = (await store.heads()).find((one) => one.agent === agent);
  if (head === undefined || head.seq <= vouched) return;
  const whose = agent === EVERYBODY ? 'the journal of all agents' : agent;
  const rows =
    head.seq === vouched + 1 ? `row ${head.seq} is` : `rows ${vouched + 1} to ${head.seq} are`;
  if (isBundle) report.problem(`${whose}: ${rows} in no window of the log: nobody vouches for it`);
  else
    report.unproven(
      `${whose}: ${rows} newer than the log; nothing shows that nobody touched the end`,
    );
}

/** Whether a stretch of a journal holds a judged record, and not only what belongs to one. */
async function hasRecord(
  store: AuditSource['store'],
  agent: string,
  fromSeq: number,
  toSeq: number,
): Promise<boolean> {
  for await (const { seq, kind } of rowsOf(store, agent, fromSeq)) {
    if (seq > toSeq) return false;
    if (kind !== 'segment' && kind !== 'evidence') return true;
  }
  return false;
}

/** A line that says a value in another way than Tripwire writes it. */
function spellingProblems(line: string): readonly string[] {
  if (isOwnSpelling(line)) return [];
  return [
    'its line is not spelled as Tripwire writes it: another reader may see another window in it',
  ];
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

/** The proof that came along must be one of the newest window, by whoever must have signed the log. */
function verifyProof({ source, report, agent, logged, entries, key }: AgentAudit): void {
  const proof = source.newestProof(agent);
  const newest = logged.at(-1);
  if (!source.isBundle) return;
  if (newest === undefined || proof === null) {
    if (newest !== undefined) report.problem(`${agent}: newest.tlog-proof is missing`);
    if (proof !== null) report.problem(`${agent}: newest.tlog-proof is there, and no window`);
    return;
  }
  try {
    const place = checkTlogProof(proof, entryBytes(newest), key ?? readLogKey(source.logFolder));
    if (entries[place] === newest) return;
    report.problem(`${agent}: newest.tlog-proof is of entry ${place}, where the log has another`);
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    report.problem(`${agent}: newest.tlog-proof: ${error.message}`);
  }
}

/** The lines of the ledgers that a bundle must have, one a window; null where there are none to look at. */
function verifiedLedgers(
  { source, report, agent }: AgentAudit,
  windowCount: number,
): readonly string[] | null {
  const lines = source.ledgerLines(agent);
  if (!source.isBundle) return null;
  if (lines === null) report.problem(`${agent}: ledgers.jsonl is missing`);
  else if (lines.length !== windowCount) {
    report.problem(`${agent}: ledgers.jsonl has ${lines.length} lines for ${windowCount} windows`);
  }
  return lines;
}

/** What a bundle says that a window's hashes open to must be what they were made of. */
function ledgerProblems(
  lines: readonly string[] | null,
  index: number,
  measured: MeasuredWindow | null | undefined,
): readonly string[] {
  if (lines === null || measured === undefined) return [];
  const own =
    measured === null ? 'null' : ledgerLine(measured.window.window.window_id, measured.ledgers);
  return lines[index] === own ? [] : ['ledgers.jsonl does not hold what its hashes are of'];
}

/** Whether the journal can be read and gives the decisions it says. */
async function verifyJournal({ source, report, agent }: AgentAudit): Promise<boolean> {
  const problem = source.problems.get(agent);
  if (problem !== undefined) {
    report.problem(`${agent}: the journal cannot be read: ${problem}`);
    return false;
  }
  const replayed = await replayJournal(source.store, agent);
  if (!replayed.parity) report.problem(`${agent}: row ${replayed.seq}: ${replayed.problem}`);
  return replayed.parity;
}

type Again = MeasuredWindow | null | undefined;

/** The windows made again; null where the rows that they were made of are not kept any more. */
async function measuredWindows(
  audit: AgentAudit,
  windows: readonly unknown[],
): Promise<AsyncGenerator<Again> | null> {
  const { source, report, agent, stretches, entries, logged } = audit;
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
  const endMs = source.isBundle ? endOf(logged) : null;
  return windowsAgain({ store, entries, agent, stretches, windows: kept, endMs });
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
