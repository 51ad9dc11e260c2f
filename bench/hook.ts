/**
 * `npm run bench:hook`: how long a coding agent waits for a hook, from starting it to having its answer.
 *
 * The package is compiled into a folder of its own and started as a client starts it, in turns with a Node that does
 * nothing, because that is the least any hook in Node can take. The difference within one run says more than figures
 * of different days.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordedPayload } from '../test/hooks/recorded-payloads.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 100);
const WARM_UP_ROUNDS = 3;
const root = fileURLToPath(new URL('..', import.meta.url));

interface Case {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly input: string;
}

/** The package as it is installed: compiled, with its start script, without the sources. */
function installedPackage(folder: string): void {
  mkdirSync(join(folder, 'bin'));
  copyFileSync(join(root, 'bin/tripwire'), join(folder, 'bin/tripwire'));
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'empty.js'), '');
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const project = join(root, 'tsconfig.build.json');
  const args = [compiler, '-p', project, '--outDir', join(folder, 'dist')];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the package does not compile:\n${stdout}`);
}

/** The cases; each event happens in a project of its own. */
function casesIn(folder: string): readonly Case[] {
  const project = join(folder, 'project');
  mkdirSync(project);
  const payload = (eventName: string) =>
    JSON.stringify({ ...recordedPayload('claude-code', eventName), cwd: project });
  const hook = ['hook', 'claude-code'];
  const node = (name: string, args: readonly string[], input: string) => ({
    name,
    command: process.execPath,
    args: [join(folder, args[0] ?? ''), ...args.slice(1)],
    input,
  });
  const main = 'dist/cli/main.js';
  return [
    node('empty Node script', ['empty.js'], ''),
    node('event without a question', [main, ...hook], payload('SubagentStart')),
    node('before a tool', [main, ...hook], payload('PreToolUse')),
    node('after a tool', [main, ...hook], payload('PostToolUse')),
    node('stop', [main, ...hook], payload('Stop')),
    {
      name: 'before a tool, by bin/tripwire',
      command: join(folder, 'bin/tripwire'),
      args: hook,
      input: payload('PreToolUse'),
    },
  ];
}

/** Milliseconds from starting the process until it has ended. */
function timedMs({ name, command, args, input }: Case, home: string): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(command, args, {
    input,
    encoding: 'utf8',
    env: { ...process.env, HOME: home, PATH: `${join(process.execPath, '..')}:/usr/bin:/bin` },
  });
  const ms = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${name} ended with exit code ${status}: ${stderr}`);
  return ms;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const folder = mkdtempSync(join(tmpdir(), 'tripwire-bench-'));
try {
  installedPackage(folder);
  const cases = casesIn(folder);
  const times = new Map<Case, number[]>(cases.map((one) => [one, []]));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const one of cases) {
      const ms = timedMs(one, folder);
      if (round >= 0) times.get(one)?.push(ms);
    }
  }
  const column = (value: number) => value.toFixed(1).padStart(12);
  const heads = ['p50', 'p99', 'least', 'p50 - empty'].map((head) => head.padStart(12));
  console.log(`${ROUNDS} rounds, ms from start to end\n${''.padEnd(32)}${heads.join('')}`);
  let emptyP50Ms: number | null = null;
  for (const [{ name }, unsorted] of times) {
    const sorted = unsorted.toSorted((a, b) => a - b);
    const p50Ms = quantile(sorted, 0.5);
    emptyP50Ms ??= p50Ms;
    const values = [p50Ms, quantile(sorted, 0.99), sorted[0] ?? Number.NaN, p50Ms - emptyP50Ms];
    console.log(`${name.padEnd(32)}${values.map(column).join('')}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
