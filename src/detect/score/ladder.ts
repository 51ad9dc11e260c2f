/**
 * The loop's ladder: SOFT at 3 identical signatures among the last calls, HARD at 5, INFINITE at
 * 10, and the same chain of calls three times over.
 *
 * Five edits of one file among ten calls are ordinary work. So a repeat only counts towards HARD,
 * INFINITE and a chain when nothing was gained since: the same outcome, and no successful change in
 * between. Strict mode counts bare, with the signatures of the safety rules.
 */

/** Ten in all, as the safety rules say; nobody may choose another number. */
export const INFINITE_LOOP = 10;
const CHAIN_REPEATS = 3;
const CHAIN_WINDOW = 10;

/** How far a thread has climbed. */
export type LadderLevel = 'SOFT_LOOP' | 'HARD_LOOP' | 'INFINITE_LOOP' | 'DUPLICATE_CHAIN';

/** How many calls lead to a warning and to a pause. */
export interface LadderRungs {
  readonly soft: number;
  readonly hard: number;
}

/** As the safety rules have them. */
const RUNGS: LadderRungs = { soft: 3, hard: 5 };

/** One call on the ladder. */
export interface LadderCall {
  readonly signature: string;
  readonly outcome: string;
  /** It was a new and successful change. */
  readonly changed: boolean;
  /** It was turned down: asked for, not run. */
  readonly denied?: boolean;
}

/** What the ladder says after a call. */
export interface LadderFinding {
  readonly level: LadderLevel;
  readonly signature: string;
  readonly count: number;
}

/** The last calls with one more, as many as the history is deep. */
export function climb(
  calls: readonly LadderCall[],
  call: LadderCall,
  depth: number,
): readonly LadderCall[] {
  return [...calls, call].slice(-depth);
}

/** The highest level that the last call reaches, or null. */
export function ladderLevel(
  calls: readonly LadderCall[],
  strict: boolean,
  rungs: LadderRungs = RUNGS,
): LadderFinding | null {
  const last = calls.at(-1);
  if (last === undefined) return null;
  const { signature } = last;
  const bare = calls.filter((one) => one.signature === signature).length;
  const count = strict ? bare : gainless(calls, last);
  if (count >= INFINITE_LOOP) return { level: 'INFINITE_LOOP', signature, count };
  if (count >= rungs.hard) return { level: 'HARD_LOOP', signature, count };
  const chain = strict ? null : duplicateChain(calls.slice(-CHAIN_WINDOW));
  if (chain !== null) return chain;
  return bare >= rungs.soft ? { level: 'SOFT_LOOP', signature, count: bare } : null;
}

/** How often a call came back with nothing gained; strict: how often it was made. */
export function ladderRepeats(
  calls: readonly LadderCall[],
  last: LadderCall,
  strict: boolean,
): number {
  return strict
    ? calls.filter((one) => one.signature === last.signature).length
    : gainless(calls, last);
}

/** How often this call had this outcome since the last successful change. */
function gainless(calls: readonly LadderCall[], last: LadderCall): number {
  // The change itself counts if it was this very call: made for the first time, it was new.
  const from = calls.findLastIndex((one) => one.changed && one !== last);
  return calls
    .slice(Math.max(0, from))
    .filter((one) => one.signature === last.signature && one.outcome === last.outcome).length;
}

/** The same sequence of two or more calls, with the same outcomes, three times at the end. */
function duplicateChain(calls: readonly LadderCall[]): LadderFinding | null {
  for (let length = 2; length * CHAIN_REPEATS <= calls.length; length += 1) {
    const tail = calls.slice(-length * CHAIN_REPEATS);
    const repeats = tail.every((call, index) => {
      const first = tail[index % length];
      return call.signature === first?.signature && call.outcome === first.outcome;
    });
    if (repeats && !tail.slice(length).some(({ changed }) => changed)) {
      const signature = tail
        .slice(0, length)
        .map((call) => call.signature)
        .join(' → ');
      return { level: 'DUPLICATE_CHAIN', signature, count: CHAIN_REPEATS };
    }
  }
  return null;
}

/** The signature of the safety rules: file names and commands without their folders. */
export function strictSignature(tool: string, args: unknown): string {
  const values = typeof args === 'object' && args !== null ? args : {};
  const { file, file_path, path, cmd, command } = values as Readonly<Record<string, unknown>>;
  if (tool === 'Edit') return `Edit(file=${baseName(firstText(file, file_path, path))})`;
  if (tool === 'Bash') return `Bash(cmd=${withoutPaths(firstText(cmd, command))})`;
  return `${tool}(...)`;
}

function firstText(...values: readonly unknown[]): string {
  return values.find((value): value is string => typeof value === 'string') ?? '';
}

function baseName(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** `pytest tests/unit/test_foo.py` becomes `pytest tests/*`. */
function withoutPaths(command: string): string {
  return command.replace(/(^|[\s=])(\/?[\w.-]+)\/[^\s;|&]+/g, '$1$2/*');
}
