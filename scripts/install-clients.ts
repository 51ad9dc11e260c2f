/**
 * Installs the coding agents that `npm run test:clients` tries, into a cache folder outside the repository. When they
 * are there it does nothing and says nothing.
 *
 * The pinned Node stands first on the path: on an older one npm would quietly choose older versions of some of them.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import {
  clientPackages,
  clientProgram,
  clientsFolder,
  plainFolder,
  plainPackages,
  sdkPackages,
  tracedFolder,
  tracedPackages,
  type ClientPackage,
} from '../test/clients/client-packages.ts';

const STILL_BUSY_EVERY_MS = 15_000;
const VERSION_MS_MAX = 60_000;

/** What is installed together. */
interface PackageSet {
  readonly folder: string;
  readonly clients: readonly ClientPackage[];
  /** What is imported, not started. */
  readonly sdks: readonly Pick<ClientPackage, 'npmName' | 'version'>[];
  /** On the disk, about. */
  readonly size: string;
}

const sets: readonly PackageSet[] = [
  {
    folder: clientsFolder(process.env),
    clients: clientPackages,
    sdks: sdkPackages,
    size: '2.1 GB',
  },
  { folder: plainFolder(process.env), clients: plainPackages, sdks: [], size: '1.5 GB' },
  { folder: tracedFolder(process.env), clients: [], sdks: tracedPackages, size: '60 MB' },
];

function say(line: string): void {
  process.stderr.write(`tripwire: ${line}\n`);
}

interface Ended {
  readonly code: number;
  readonly output: string;
}

function run(file: string, args: readonly string[], cwd: string, msMax?: number): Promise<Ended> {
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

/** A client that cannot say its version cannot be tried: said here, where the remedy is known. */
async function findProblem({ folder, clients }: PackageSet): Promise<string | null> {
  for (const { client, title, version } of clients) {
    const { code, output } = await run(
      clientProgram(client, folder),
      ['--version'],
      folder,
      VERSION_MS_MAX,
    );
    if (code !== 0 || !output.includes(version)) {
      return `${title} ${version} does not run: --version ended with ${code} and said "${output.trim()}"`;
    }
  }
  return null;
}

async function install(set: PackageSet): Promise<string | null> {
  const { folder } = set;
  const allPackages = [...set.clients, ...set.sdks];
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(
    allPackages.map(({ npmName, version }) => [npmName, version]),
  );
  const names = allPackages.map(({ npmName }) => npmName);
  const manifest = {
    name: 'tripwire-clients',
    private: true,
    dependencies,
    allowScripts: Object.fromEntries(names.map((name) => [name, true])),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];
  const { code, output } = await run(
    'npm',
    ['install', '--include=optional', '--ignore-scripts=false', ...quiet],
    folder,
  );
  if (code === 0) return findProblem(set);
  return `npm install ended with ${code} and said:\n${output.trimEnd()}`;
}

async function installed(set: PackageSet): Promise<boolean> {
  const { folder, size } = set;
  const stamp = join(folder, 'installed');
  if (existsSync(stamp)) return true;
  const startedAt = Date.now();
  const seconds = () => `${Math.max(1, Math.round((Date.now() - startedAt) / 1_000))} s`;
  const named = [...set.clients, ...set.sdks]
    .map(({ npmName, version }) => `${npmName}@${version}`)
    .join(', ');
  say(`installing ${named} into ${folder} (about ${size}) ...`);
  const ticker = setInterval(() => say(`still installing (${seconds()}) ...`), STILL_BUSY_EVERY_MS);
  const problem = await install(set);
  clearInterval(ticker);
  if (problem !== null) {
    say(`the clients could not be installed (${seconds()}): ${problem}`);
    say(
      `Check the network, the npm settings and the room on the disk, delete ${folder}, and run it again.`,
    );
    return false;
  }
  writeFileSync(stamp, `${named}\n`);
  say(`the clients are ready (${seconds()})`);
  return true;
}

for (const set of sets) {
  if (!(await installed(set))) {
    process.exitCode = 1;
    break;
  }
}
