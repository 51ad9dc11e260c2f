/**
 * Reads a repository whose settings and files somebody else may have written: nothing that they name is run.
 *
 * Git runs what a repository's settings say in many places: a monitor of files, hooks, filters of contents, a program for
 * signatures. Each is taken out here, so there is one place that knows them, and a house rule against others.
 */
import { execFileSync } from 'node:child_process';

/** Settings that would run something, and what is said instead. */
const HARMLESS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'log.showSignature=false',
  'diff.external=',
];
/** What a filter of contents may say; an empty one runs nothing. */
const FILTER_SETTINGS = ['clean', 'smudge', 'process'];
const LOOK_TIMEOUT_MS = 1_500;
const OUTPUT_BYTES_MAX = 8_388_608;

/** How git is started so that it runs nothing of a repository. */
export interface HarmlessGit {
  /** Between `git` and its subcommand. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** For a folder. Its filters are looked up: a setting can only be emptied by its name. */
export function harmlessGit(folder: string): HarmlessGit {
  const words = ['-C', folder, ...HARMLESS.flatMap((one) => ['-c', one])];
  const settings = filtersIn(words).flatMap((filter) => [
    ...FILTER_SETTINGS.map((name) => [`${filter}.${name}`, '']),
    [`${filter}.required`, 'false'],
  ]);
  // As variables, because a name may hold what ends one on the command line.
  const named = settings.flatMap(([name = '', value = ''], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  const env = { GIT_OPTIONAL_LOCKS: '0', GIT_CONFIG_COUNT: String(settings.length) };
  return { words, env: { ...env, ...(Object.fromEntries(named) as Record<string, string>) } };
}

/** What git answers in a folder. Throws where it fails, takes too long or says too much. */
export function readGit(
  folder: string,
  args: readonly string[],
  timeoutMs = LOOK_TIMEOUT_MS,
): string {
  const { words, env } = harmlessGit(folder);
  return run([...words, ...args], { ...process.env, ...env }, timeoutMs);
}

/** The filters that settings name, each as `filter.NAME`; none where there is no repository. */
function filtersIn(words: readonly string[]): readonly string[] {
  const asked = [...words, 'config', '-z', '--name-only', '--get-regexp', String.raw`^filter\.`];
  try {
    const names = run(asked, process.env, LOOK_TIMEOUT_MS).split('\0');
    const filters = names.map((name) => name.slice(0, name.lastIndexOf('.')));
    return [...new Set(filters)].filter((filter) => filter.startsWith('filter.'));
  } catch (error) {
    // That is what git says where there are none. Where it cannot be asked, it is not asked anything else either.
    if (error instanceof Error && 'status' in error && typeof error.status === 'number') return [];
    throw error;
  }
}

function run(words: readonly string[], env: NodeJS.ProcessEnv, timeoutMs: number): string {
  return execFileSync('git', words, {
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: OUTPUT_BYTES_MAX,
    stdio: ['ignore', 'pipe', 'ignore'],
    env,
  });
}
