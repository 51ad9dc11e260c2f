/**
 * Installs the coding agents that `npm run test:clients` tries, into a cache folder outside the repository.
 */
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
import { installCached, runWithNode, type PackageSet } from './cached-packages.ts';

const VERSION_MS_MAX = 60_000;
const THEY = { what: 'the clients', runsScripts: true } as const;

const sets: readonly PackageSet[] = [
  {
    ...THEY,
    folder: clientsFolder(process.env),
    packages: [...clientPackages, ...sdkPackages],
    size: '2.1 GB',
    problem: () => findProblem(clientPackages, clientsFolder(process.env)),
  },
  {
    ...THEY,
    folder: plainFolder(process.env),
    packages: plainPackages,
    size: '1.5 GB',
    problem: () => findProblem(plainPackages, plainFolder(process.env)),
  },
  { ...THEY, folder: tracedFolder(process.env), packages: tracedPackages, size: '60 MB' },
];

/** A client that cannot say its version cannot be tried: said here, where the remedy is known. */
async function findProblem(
  clients: readonly ClientPackage[],
  folder: string,
): Promise<string | null> {
  for (const { client, title, version } of clients) {
    const { code, output } = await runWithNode(
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

for (const set of sets) {
  if (!(await installCached(set, (line) => process.stderr.write(`tripwire: ${line}\n`)))) {
    process.exitCode = 1;
    break;
  }
}
