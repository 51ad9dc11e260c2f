/**
 * What there is to tell of a night: from what the supervisor wrote down, what the hooks saw, and the repository.
 */
import { readGit } from '../../base/node/read-git.ts';
import { filesWrittenSince, HOLD_KINDS, loopHolds } from '../../loop/index.ts';
import { nightRecord, type NightMoment, type NightState } from '../../night/index.ts';

/** Somewhere it was stuck, and what got it out. */
export interface StuckPlace {
  readonly atMs: number;
  readonly what: string;
  /** Null while nothing has. */
  readonly out: string | null;
}

/** A night in the morning. */
export interface NightFacts {
  readonly night: NightState;
  readonly project: string;
  /** When it ended, or was seen last. */
  readonly lastAtMs: number;
  readonly files: readonly string[];
  readonly commits: readonly string[];
  readonly testRuns: number;
  readonly testRunsPassed: number;
  readonly stuck: readonly StuckPlace[];
  /** What stands now. */
  readonly holds: readonly string[];
  /** What waits for a person. */
  readonly needs: readonly string[];
}

const GIT_TIMEOUT_MS = 5_000;
const LINES_MAX = 500;
const WAYS_OUT: readonly NightMoment['kind'][] = ['advice', 'engine', 'resumed', 'compaction'];

/** Gathers it. */
export async function nightFacts(
  night: NightState,
  place: { readonly project: string; readonly folder: string },
  env: NodeJS.ProcessEnv,
): Promise<NightFacts> {
  const { project } = place;
  const record = await nightRecord(place.folder, night.startedAtMs);
  const holds = loopHolds(project, { ...env, TRIPWIRE_DIR: place.folder });
  const changed = git(project, ['diff', '--name-only', commitIn(night) ?? 'HEAD', '--']);
  // What hooks report of edits is not all: a shell writes files too, and a worker may have no hooks.
  const written = filesWrittenSince(place, night.startedAtMs);
  const commits = commitsOf(night, project);
  const within = (file: string) => file.replace(`${project}/`, '');
  return {
    night,
    project,
    lastAtMs: night.ended?.atMs ?? night.moments.at(-1)?.atMs ?? night.startedAtMs,
    files: [...new Set([...changed, ...written, ...record.files.map(within)])].toSorted(),
    commits,
    testRuns: record.testRuns,
    testRunsPassed: record.testRunsPassed,
    stuck: stuckPlaces(night.moments),
    holds: [...holds.map(({ kind, why }) => `${kind}: ${why}`), ...inGate(night)],
    needs: [
      ...inGate(night).map((name) => `Stopped at the server: ${name}.`),
      ...holds.map(
        ({ file, why }) =>
          `${why}. It continues after tripwire release, or when you delete ${place.folder}/${file}`,
      ),
      ...openEnds(night, record.dirty),
    ],
  };
}

/** Commits since the night began; of one that is over none that came later. */
function commitsOf(night: NightState, project: string): readonly string[] {
  const commit = commitIn(night);
  if (commit === null) return [];
  const { ended } = night;
  const until = ended === null ? [] : [`--until=${new Date(ended.atMs).toISOString()}`];
  return git(project, ['log', '--format=%h %s', ...until, `${commit}..HEAD`, '--']);
}

/** Holds of the gate, as the supervisor saw them last; those of the loop are read from its files. */
function inGate({ held, ended }: NightState): readonly string[] {
  return ended === null ? held.filter((name) => !HOLD_KINDS.some((kind) => kind === name)) : [];
}

function openEnds({ ended }: NightState, dirty: string | null): readonly string[] {
  const unfinished =
    ended === null
      ? ['The night is not finished. Continue it with: tripwire run --resume']
      : ended.outcome === 'done'
        ? []
        : [`The task is not done: it ended because ${ended.why}.`];
  const untested =
    dirty === null ? [] : [`The code was left untested (${dirty} is not true). Run the tests.`];
  return [...unfinished, ...untested];
}

function stuckPlaces(moments: readonly NightMoment[]): readonly StuckPlace[] {
  return moments.flatMap(({ kind, atMs, text }, index) => {
    if (kind !== 'stuck') return [];
    const out = moments.slice(index + 1).find((one) => WAYS_OUT.includes(one.kind));
    return [{ atMs, what: text, out: out?.text ?? null }];
  });
}

/** Lines of git; none where there is no repository. */
function git(project: string, args: readonly string[]): readonly string[] {
  try {
    const lines = readGit(project, args, GIT_TIMEOUT_MS).split('\n');
    return lines.filter((line) => line !== '').slice(0, LINES_MAX);
  } catch {
    return [];
  }
}

/** The commit of a night, as git names one: the file is the worker's to write, and an option is no commit. */
function commitIn({ commit }: NightState): string | null {
  return commit !== null && /^[0-9a-f]{7,64}$/.test(commit) ? commit : null;
}
