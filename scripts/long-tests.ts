/**
 * `npm run test:long [-- --minutes N]`: as much of the long forms of the tests as fits into a time, 40 minutes unless
 * told otherwise; what continuous integration runs after `npm test`.
 *
 * It says at the end what was run, what was cut short and what was not run at all: a green line must not seem to say more
 * than it does.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runScript } from './run/run-script.ts';

const ROOT = join(import.meta.dirname, '..');
const MINUTE_MS = 60_000;
/** A fault that is begun when its time is up ends in less than this. */
const LAST_FAULT_MINUTES = 4;
/** So does a world, which is made shorter when it fails, and the replay of a journal. */
const LAST_WORLD_MINUTES = 3;

interface Step {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** After this long it is ended, and counts as cut short. */
  readonly limitMinutes: number;
}

type End = 'passed' | 'failed' | 'cut short';

const ELSEWHERE = [
  'circuits compiled and proved, every property twenty times: npm run test:full',
  'real coding agents, a gigabyte of them: npm run test:clients',
  'every small change of the core: npm run mutation',
  '2,000 kills and a million schedules of stops: npm run kills, npm run stops',
];

const UNDER_FIRE = {
  kills: 'gates killed at work',
  stops: 'stops against requests under way',
};

function steps(minutes: number): Step[] {
  const propertyMinutes = minutes / 3;
  const worldMinutes = minutes / 8;
  const underFireMinutes = minutes / 20;
  const others = propertyMinutes + worldMinutes + 2 * underFireMinutes;
  const faultMinutes = Math.max(1, minutes - others - LAST_FAULT_MINUTES);
  return [
    {
      name: 'properties five times as often, two million simulated records',
      args: [
        'node_modules/vitest/vitest.mjs',
        'run',
        'test/families/',
        'test/model/',
        'test/simulation/',
        'test/races/',
        'test/wire/',
      ],
      env: { TRIPWIRE_RUNS: '5', TRIPWIRE_RECORDS: '2000000' },
      limitMinutes: propertyMinutes,
    },
    {
      name: `simulated servers, for ${Math.round(worldMinutes)} minutes`,
      args: ['scripts/sim.ts', '--seed', 'long', '--minutes', String(worldMinutes)],
      limitMinutes: worldMinutes + LAST_WORLD_MINUTES,
    },
    ...(['kills', 'stops'] as const).map((script) => ({
      name: `${UNDER_FIRE[script]}, for ${Math.round(underFireMinutes)} minutes`,
      args: [`scripts/${script}.ts`, '--minutes', String(underFireMinutes)],
      limitMinutes: underFireMinutes + LAST_WORLD_MINUTES,
    })),
    {
      name: `planted faults, for ${Math.round(faultMinutes)} minutes`,
      args: ['scripts/plant-faults.ts', '--minutes', String(faultMinutes)],
      limitMinutes: faultMinutes + LAST_FAULT_MINUTES,
    },
  ];
}

function run({ args, env = {}, limitMinutes }: Step): Promise<End> {
  return new Promise((resolve) => {
    // A process group of its own, so that what it started ends with it.
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: 'inherit',
      detached: true,
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, limitMinutes * MINUTE_MS);
    child.on('error', () => resolve('failed'));
    child.on('close', (code) => {
      clearTimeout(timer);
      if (isLate) resolve('cut short');
      else resolve(code === 0 ? 'passed' : 'failed');
    });
  });
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { minutes: { type: 'string', default: '40' } },
  });
  const minutes = Number(values.minutes);
  if (!(minutes >= 1)) throw new Error(`--minutes takes a number from 1, not ${values.minutes}`);
  const lines: string[] = [];
  let isFailed = false;
  for (const step of steps(minutes)) {
    console.log(`\nlong tests: ${step.name} ...`);
    const startedAt = performance.now();
    const end = await run(step);
    const took = ((performance.now() - startedAt) / MINUTE_MS).toFixed(1);
    lines.push(`long tests: ${end.padEnd(9)}  ${took.padStart(4)} min  ${step.name}`);
    if (end === 'failed') isFailed = true;
  }
  console.log(
    ['', ...lines, ...ELSEWHERE.map((what) => `long tests: not run    ${what}`)].join('\n'),
  );
  return isFailed ? 1 : 0;
}

await runScript('test:long', main);
