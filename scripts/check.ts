/**
 * Everything that can be known without running the product: types, lint, format, dead code, tidiness, and whether what is
 * generated in the documents is fresh. The parts run side by side and each ends in one plain line; a part that fails also
 * shows what its tool said.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SHORT_LIVED_GO } from './run/short-lived-go.ts';

interface Part {
  name: string;
  /** A script under node_modules that the pinned Node runs, or a file of this repository. */
  command: readonly string[];
  /** What to do when it fails. */
  remedy: string;
}

const parts: readonly Part[] = [
  {
    name: 'types',
    command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--singleThreaded'],
    remedy: 'correct the types named above',
  },
  {
    name: 'types web',
    command: [
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '-p',
      'web/tsconfig.json',
      '--singleThreaded',
    ],
    remedy: 'correct the types named above',
  },
  {
    name: 'lint',
    command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
    remedy: 'correct the lines named above',
  },
  {
    name: 'format',
    command: ['node_modules/oxfmt/bin/oxfmt', '--check'],
    remedy: 'run: npm run format',
  },
  {
    name: 'dead code',
    command: ['node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'],
    remedy: 'use or delete what is named above',
  },
  {
    name: 'tidy',
    command: ['test/tidy/main.ts'],
    remedy: 'the rules and their reasons are in test/tidy/rules.ts',
  },
  {
    name: 'documents',
    command: ['scripts/write-docs.ts', '--check'],
    remedy: 'run: npm run docs',
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));

function run(command: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...SHORT_LIVED_GO, ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function check(part: Part): Promise<boolean> {
  const startedAt = performance.now();
  const { code, output } = await run(part.command);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const passed = code === 0;
  if (!passed) process.stdout.write(`${output.trimEnd()}\n`);
  const verdict = passed ? 'ok' : `FAILED: ${part.remedy}`;
  process.stdout.write(`check: ${part.name.padEnd(10)}${seconds.padStart(5)} s  ${verdict}\n`);
  return passed;
}

const verdicts = await Promise.all(parts.map(check));
process.exitCode = verdicts.every(Boolean) ? 0 : 1;
