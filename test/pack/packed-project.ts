/**
 * The package as users get it: compiled, packed and installed by npm into an empty project, without a network.
 *
 * Its dependencies are taken from this repository's folder by links; SDKs, which are optional, are not there until a
 * test links them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHORT_LIVED_GO } from '../../scripts/run/short-lived-go.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
const PACKED_FILES = ['package.json', 'bin', 'schema', 'README.md', 'LICENSE'];

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** An empty project with the package in it. */
export interface PackedProject {
  readonly folder: string;
  /** The subpaths that the package offers, as users write them. */
  readonly specifiers: readonly string[];
  /** Puts an SDK beside it. */
  link(name: string): void;
  /** Runs a module of the project; what it printed and how it ended. */
  run(source: string): Promise<Ended>;
}

/** A program that ended. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Compiles, packs and installs. */
export function packedProject(): PackedProject {
  const place = temporaryFolder('packed');
  const [stage, folder] = [join(place, 'stage'), join(place, 'project')];
  for (const made of [stage, folder]) mkdirSync(made);
  for (const name of PACKED_FILES) cpSync(join(root, name), join(stage, name), { recursive: true });
  const compiler = join(modules, 'typescript/bin/tsc');
  const built = ['-p', join(root, 'tsconfig.build.json'), '--outDir', join(stage, 'dist')];
  done(root, process.execPath, [compiler, ...built, '--singleThreaded']);
  // What the run has built before its first test is what the same script would build again.
  cpSync(join(root, 'dist/program'), join(stage, 'dist/program'), { recursive: true });
  done(stage, 'npm', ['pack', '--ignore-scripts', '--pack-destination', place]);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const linked = Object.keys(manifest.dependencies).map((name) => [
    name,
    `file:${join(modules, name)}`,
  ]);
  const empty = {
    name: 'empty',
    private: true,
    type: 'module',
    overrides: Object.fromEntries(linked) as Readonly<Record<string, string>>,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(empty));
  const version = (manifest as unknown as { readonly version: string }).version;
  const tarball = join(place, `agent-tripwire-${version}.tgz`);
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  done(folder, 'npm', ['install', ...quiet, tarball]);
  const subpaths = Object.keys(manifest.exports).filter((path) => path !== './package.json');
  return {
    folder,
    specifiers: subpaths.map((path) => `agent-tripwire${path.slice(1)}`),
    link: (name) => {
      const at = join(folder, 'node_modules', name);
      mkdirSync(dirname(at), { recursive: true });
      symlinkSync(join(modules, name), at);
    },
    run: (source) => {
      const file = join(folder, 'run.ts');
      writeFileSync(file, source);
      return ended(folder, file);
    },
  };
}

function done(cwd: string, command: string, args: readonly string[]): void {
  const env = { ...SHORT_LIVED_GO, ...process.env };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
}

function ended(cwd: string, file: string): Promise<Ended> {
  // A file of the project, not of this repository: its own modules must be found from there.
  const child = spawn(process.execPath, [file], { cwd });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  child.once('error', reject);
  child.once('close', (code) => resolve({ code, output }));
  return promise;
}
