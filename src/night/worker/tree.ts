/**
 * All the processes of a worker, and how they are stopped, let go on and ended together.
 *
 * Clients start their tools in groups of their own, and some leave them running when they end. So a worker is its
 * children and theirs, whoever shares its group, and whoever carries its mark, in the environment or as an inherited
 * limit. While they are counted they may start others: everything is stopped first, and counted again until nothing new
 * turns up.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { hasInherited } from './inherited-mark.ts';

/** A process, told from a later one of the same number by when it began. */
export interface ProcessMark {
  readonly pid: number;
  /** In the system's own units; empty where it does not tell. */
  readonly began: string;
}

/** The variable that marks everything that a worker starts. */
export const WORKER_MARK = 'TRIPWIRE_JOB';
/** The one of a command that a person runs; a worker may run one of its own, and keeps its mark. */
export const RUN_MARK = 'TRIPWIRE_RUN';

interface ProcessRow extends ProcessMark {
  readonly parent: number;
  readonly group: number;
  /** Ended ones are not collected yet. Whoever waits for the system obeys a signal only when it comes back. */
  readonly state: 'stopped' | 'ended' | 'waits' | 'runs';
}

/** What is meant by a worker: its first process, all that its keeper started, and the mark. */
export interface WorkerRoot {
  readonly first: ProcessMark | null;
  readonly keeper: ProcessMark | null;
  readonly mark: string | null;
}

/** Who goes on for a moment although the worker is stopped. */
export type Spared = () => readonly number[];

const ROUNDS_MAX = 50;
const PS_TIMEOUT_MS = 2_000;

/** The mark of a process; null when there is none of that number. */
export function markOf(pid: number): ProcessMark | null {
  const row = rowOf(pid);
  return row === null || row.state === 'ended' ? null : { pid, began: row.began };
}

/** Whether this very process is still there. */
export function isThere(mark: ProcessMark): boolean {
  return howStands(mark) !== 'ended';
}

/** Whether this very process is there and can do something: one that somebody stopped cannot. */
export function isAtWork(mark: ProcessMark): boolean {
  return !['ended', 'stopped'].includes(howStands(mark));
}

/** Whether this very process is there and was started with such arguments, as far as the system tells. */
export function runsWith(
  mark: ProcessMark,
  areThey: (words: readonly string[]) => boolean,
): boolean {
  if (!isThere(mark)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return areThey(readFileSync(`/proc/${mark.pid}/cmdline`, 'utf8').split('\0'));
  } catch {
    // It ended by itself in the meantime.
    return false;
  }
}

/** Lets a process go on that somebody stopped. */
export function wake(mark: ProcessMark): void {
  if (howStands(mark) === 'stopped') signal(mark.pid, 'SIGCONT');
}

/** Whether a process was started by another and still is its child. */
export function isChildOf({ pid, began }: ProcessMark, parent: ProcessMark): boolean {
  const row = rowOf(pid);
  const isKnown = process.platform === 'linux';
  return row?.began === began && (!isKnown || row.parent === parent.pid);
}

/** Whether this very process has started another that is still its child. */
export function hasChild(parent: ProcessMark): boolean {
  return isThere(parent) && processes().some((row) => row.parent === parent.pid);
}

function howStands({ pid, began }: ProcessMark): ProcessRow['state'] {
  const row = rowOf(pid);
  return row === null || row.began !== began ? 'ended' : row.state;
}

/** Whether something of it is there, and nothing of it can move. */
export function standsStill(root: WorkerRoot): boolean {
  const rows = processesOf(root);
  return rows.length > 0 && rows.every(({ state }) => state === 'stopped' || state === 'waits');
}

/** Stops all of it but those who are spared; returns whether it was all. */
export function freezeWorker(root: WorkerRoot, spared: Spared = () => []): boolean {
  // Each is told once. One that waits for a child of its own that is stopped already cannot obey yet, nor do anything.
  const told = new Set<number>();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const running = processesOf(root).filter(({ state }) => state !== 'stopped');
    const due = running.filter(({ pid }) => !told.has(pid) && !spared().includes(pid));
    if (due.length === 0) break;
    for (const { pid } of due) {
      signal(pid, 'SIGSTOP');
      told.add(pid);
    }
    // Whoever took the lock of the folder in this very moment has to give it back.
    for (const pid of spared()) if (told.has(pid)) signal(pid, 'SIGCONT');
  }
  const left = new Set(spared());
  return (
    left.size === 0 || !processesOf(root).some((one) => left.has(one.pid) && one.state === 'runs')
  );
}

/** Lets all of it go on, also what was told to stop and could not yet. */
export function thawWorker(root: WorkerRoot): void {
  for (const { pid } of processesOf(root)) signal(pid, 'SIGCONT');
}

/** Ends all of it, at once and for good. Returns how many are left: none, unless they may not be ended. */
export function endWorker(root: WorkerRoot): number {
  const seen = new Map<number, ProcessMark>();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const left = processesOf(root);
    if (left.length === 0 && [...seen.values()].every((one) => !isThere(one))) return 0;
    // Stopped first: what is ended one by one starts again what it watches over.
    for (const one of left) {
      seen.set(one.pid, one);
      signal(one.pid, 'SIGSTOP');
    }
    if (processesOf(root).some(({ pid }) => !seen.has(pid))) continue;
    for (const one of seen.values()) if (isThere(one)) signal(one.pid, 'SIGKILL');
  }
  return processesOf(root).length;
}

/** How many processes of it are there. */
export function countWorker(root: WorkerRoot): number {
  return processesOf(root).length;
}

/** The processes that belong to it, without this one. */
function processesOf({ first, keeper, mark }: WorkerRoot): readonly ProcessRow[] {
  const all = processes();
  const isThis = (meant: ProcessMark | null) => (one: ProcessRow) =>
    meant !== null && one.pid === meant.pid && one.began === meant.began;
  const above = all.find(isThis(keeper))?.pid;
  const rows = all.filter(
    ({ pid, state }) => pid !== process.pid && pid !== above && state !== 'ended',
  );
  // Once the first is gone its number may be anybody's, and so may its group's.
  const group = rows.some(isThis(first)) ? first?.pid : undefined;
  const found = new Set(
    rows
      .filter((one) => one.group === group || one.parent === above || marked(one, mark))
      .map(({ pid }) => pid),
  );
  if (group !== undefined) found.add(group);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { pid, parent } of rows) if (found.has(parent)) found.add(pid);
  }
  return rows.filter(({ pid }) => found.has(pid));
}

function marked({ pid }: ProcessRow, mark: string | null): boolean {
  if (mark === null) return false;
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const isNamed = [WORKER_MARK, RUN_MARK].some((name) => variables.includes(`${name}=${mark}`));
    return isNamed || hasInherited(pid, mark);
  } catch {
    // Somebody else's process, or gone, or a system without such files.
    return false;
  }
}

function processes(): readonly ProcessRow[] {
  let names: readonly string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return listed();
  }
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
  return numbers.length === 0 ? listed() : numbers.flatMap((pid) => rowOf(pid) ?? []);
}

function rowOf(pid: number): ProcessRow | null {
  if (process.platform !== 'linux') return answering(pid);
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything; the rest is behind the last one.
    const [state = '', parent = '', group = '', ...rest] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ');
    const began = rest[16] ?? '';
    return { pid, parent: Number(parent), group: Number(group), began, state: stateOf(state) };
  } catch {
    return null;
  }
}

/** On systems that show processes only to a program, which is too slow to ask often. */
function listed(): readonly ProcessRow[] {
  const text = execFileSync('ps', ['-axo', 'pid=,ppid=,pgid=,stat='], {
    encoding: 'utf8',
    timeout: PS_TIMEOUT_MS,
  });
  return text.split('\n').flatMap((line) => {
    const [pid, parent, group, state = ''] = line.trim().split(/\s+/);
    if (pid === undefined || pid === '') return [];
    const [own, above, together] = [pid, parent, group].map(Number);
    return [
      { pid: own ?? 0, parent: above ?? 0, group: together ?? 0, began: '', state: stateOf(state) },
    ];
  });
}

/** There, the same: all that a signal can ask. */
function answering(pid: number): ProcessRow | null {
  try {
    process.kill(pid, 0);
    return { pid, parent: 0, group: 0, began: '', state: 'runs' };
  } catch {
    return null;
  }
}

function stateOf(letters: string): ProcessRow['state'] {
  if (letters.startsWith('T') || letters.startsWith('t')) return 'stopped';
  if (letters.startsWith('D')) return 'waits';
  return letters.startsWith('Z') || letters.startsWith('X') ? 'ended' : 'runs';
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in the meantime.
  }
}
