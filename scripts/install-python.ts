/**
 * Installs the Python packages that `npm run test:clients` tries, into an environment of their own in the cache folder.
 *
 * Not everybody has a Python, and Tripwire needs none: where it cannot be had this says so, and the trials are skipped.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonFolder, pythonPackages } from '../test/clients/client-packages.ts';
import { runWithNode } from './cached-packages.ts';

const tell = (line: string): boolean => process.stderr.write(`tripwire: ${line}\n`);

async function install(folder: string, named: readonly string[]): Promise<string | null> {
  mkdirSync(folder, { recursive: true });
  const steps = [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin/python'), '-m', 'pip', 'install', '--quiet', ...named],
  ];
  for (const [file = '', ...args] of steps) {
    const { code, output } = await runWithNode(file, args, folder);
    if (code !== 0) return output.trimEnd().split('\n').at(-1) ?? `${file} ended with ${code}`;
  }
  return null;
}

const folder = pythonFolder(process.env);
const stamp = join(folder, 'installed');
if (!existsSync(stamp)) {
  const named = pythonPackages.map(({ name, version }) => `${name}==${version}`);
  tell(`installing ${named.join(', ')} into ${folder} (about 100 MB) ...`);
  const problem = await install(folder, named);
  if (problem === null) writeFileSync(stamp, `${named.join(' ')}\n`);
  else tell(`the trials of Python are skipped: ${problem}`);
}
