/**
 * Builds the dashboard into dist/web when it is missing or older than its source.
 *
 * A stamp with the hash of everything that goes into the build lies beside it, so a start that finds it current costs
 * a few milliseconds.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist', 'web');
const stampFile = join(target, '.stamp');

function stamp(): string {
  const hash = createHash('sha256');
  const own = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('web', name))
    .filter((name) => statSync(join(root, name)).isFile());
  const files = new Set(['package-lock.json', join('scripts', 'build-web.ts'), ...own]);
  // What a page imports of the server's source goes into the build too; a set grows while it is walked.
  for (const file of files) {
    for (const imported of importedFiles(file)) files.add(imported);
  }
  for (const name of [...files].toSorted()) {
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(root, name)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The files of this repository that a source file names in its imports. */
function importedFiles(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return [];
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+\.tsx?)'/g)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter((path) => existsSync(join(root, path)));
}

/** Builds it if it must; returns whether it did. Throws with vite's words when it cannot. */
export async function buildWeb(say: (line: string) => void = () => undefined): Promise<boolean> {
  const wanted = stamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return false;
  say('building the dashboard (about 10 s) ...');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // Built aside and moved, so that a server or a second build never sees half of it.
  const aside = `${target}-${process.pid}`;
  const config = [
    '--config',
    join('web', 'vite.config.ts'),
    '--outDir',
    aside,
    '--logLevel',
    'warn',
  ];
  const args = [vite, 'build', ...config];
  // A build that a test starts would be one for developers otherwise: twice the size, and slower.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let words = '';
    const take = (chunk: Buffer): void => {
      words += chunk.toString();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (ended) => resolve({ code: ended ?? 1, output: words }));
  });
  if (code !== 0) {
    throw new Error(`the dashboard could not be built (vite ended with ${code}):\n${output}`);
  }
  writeFileSync(join(aside, '.stamp'), wanted);
  rmSync(target, { recursive: true, force: true });
  renameSync(aside, target);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildWeb((line) => process.stderr.write(`tripwire: ${line}\n`));
  } catch (error) {
    process.stderr.write(`tripwire: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
