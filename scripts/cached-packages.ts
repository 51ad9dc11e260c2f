/**
 * Packages that are tried or measured and are no dependencies: installed into a cache folder outside the repository, once
 * for each set of versions. When they are there it does nothing and says nothing.
 *
 * The pinned Node stands first on the path: on an older one npm would quietly choose older versions of some of them.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const STILL_BUSY_EVERY_MS = 15_000;
const VERSIONS_LETTERS = 12;

/** A package in one version. */
export interface CachedPackage {
  readonly npmName: string;
  readonly version: string;
}

/** What is installed together. */
export interface PackageSet {
  readonly folder: string;
  /** What they are called in messages. */
  readonly what: string;
  readonly packages: readonly CachedPackage[];
  /** On the disk, about. */
  readonly size: string;
  /** Whether they are made ready by scripts of their own. */
  readonly runsScripts: boolean;
  /** What is wrong with them once they are there; null when nothing is. */
  readonly problem?: () => Promise<string | null>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where packages in these versions are installed. */
export function cacheFolderOf(packages: readonly CachedPackage[], env: Environment): string {
  const versions = packages.map(({ npmName, version }) => `${npmName}@${version}`).join(' ');
  const hash = createHash('sha256').update(versions).digest('hex').slice(0, VERSIONS_LETTERS);
  const cache = env['XDG_CACHE_HOME'];
  const root = cache === undefined || cache === '' ? join(homedir(), '.cache') : cache;
  return join(root, 'tripwire-clients', hash);
}

/** How a program ended, and all that it said. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a program with the pinned Node first on its path. */
export function runWithNode(
  file: string,
  args: readonly string[],
  cwd: string,
  msMax?: number,
): Promise<Ended> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const timeout = msMax === undefined ? {} : { timeout: msMax };
  const shell = process.platform === 'win32';
  return new Promise((resolve) => {
    const env = { ...process.env, PATH: path };
    const child = spawn(file, args, {
      cwd,
      env,
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...timeout,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Installs them where they are not there; false, with what to do said, when they cannot be had. */
export async function installCached(
  set: PackageSet,
  tell: (line: string) => void,
): Promise<boolean> {
  const { folder, packages, size, what } = set;
  const stamp = join(folder, 'installed');
  if (existsSync(stamp)) return true;
  const startedAt = Date.now();
  const seconds = () => `${Math.max(1, Math.round((Date.now() - startedAt) / 1_000))} s`;
  const named = packages.map(({ npmName, version }) => `${npmName}@${version}`).join(', ');
  tell(`installing ${named} into ${folder} (about ${size}) ...`);
  const ticker = setInterval(
    () => tell(`still installing (${seconds()}) ...`),
    STILL_BUSY_EVERY_MS,
  );
  const problem = await install(set);
  clearInterval(ticker);
  if (problem !== null) {
    tell(`${what} could not be installed (${seconds()}): ${problem}`);
    tell(
      `Check the network, the npm settings and the room on the disk, delete ${folder}, and run it again.`,
    );
    return false;
  }
  writeFileSync(stamp, `${named}\n`);
  tell(`${what} are ready (${seconds()})`);
  return true;
}

async function install(set: PackageSet): Promise<string | null> {
  const { folder, packages, runsScripts } = set;
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(
    packages.map(({ npmName, version }) => [npmName, version]),
  );
  const allowed = runsScripts ? packages.map(({ npmName }) => [npmName, true] as const) : [];
  const manifest = {
    name: 'tripwire-clients',
    private: true,
    dependencies,
    allowScripts: Object.fromEntries(allowed),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];
  const { code, output } = await runWithNode(
    'npm',
    ['install', '--include=optional', `--ignore-scripts=${!runsScripts}`, ...quiet],
    folder,
  );
  if (code === 0) return set.problem?.() ?? null;
  return `npm install ended with ${code} and said:\n${output.trimEnd()}`;
}
