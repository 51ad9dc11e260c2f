/**
 * `npm run sim:faults [-- --only 3,7] [--write]`: plants the mistakes of `test/sim/planted-faults.ts` in a copy of the
 * program, one after the other, and expects the simulator to find each in less than a minute of one core.
 *
 * `--write` puts the table of what was found, with its date, into docs/reliability.md.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PLANTED_FAULTS, type PlantedFault } from '../test/sim/planted-faults.ts';
import { PLANTED_FLEET_FAULTS } from '../test/sim/planted-fleet-faults.ts';
import { replaceBlock } from './docs/generated-block.ts';
import { createWorkingCopy } from './faults/working-copy.ts';
import { runScript } from './run/run-script.ts';

const ROOT = join(import.meta.dirname, '..');
const SEED = 'faults';
/** Each is found in less: seconds of one core, because others use the machine as well. */
const LIMIT_SECONDS = 60;
const HUNG_MS = 900_000;
const DOCUMENT = join(ROOT, 'docs/reliability.md');

/** What became of one. */
interface Trial {
  readonly fault: PlantedFault;
  /** The check that found it; null when none did. */
  readonly check: string | null;
  readonly isRight: boolean;
  readonly seconds: number;
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const only = values.only?.split(',').map(Number) ?? null;
  const all = [...PLANTED_FAULTS, ...PLANTED_FLEET_FAULTS];
  const faults = all.filter((_, index) => only === null || only.includes(index + 1));
  const copy = await createWorkingCopy(ROOT);
  const trials: Trial[] = [];
  try {
    for (const fault of faults) {
      const trial = await tryFault(copy.root, fault);
      trials.push(trial);
      const verdict = trial.isRight ? 'found' : trial.check === null ? 'MISSED' : 'OTHERWISE';
      console.log(
        `${verdict.padEnd(9)} ${trial.seconds.toFixed(1).padStart(5)} s  ${trial.check ?? '-'}: ${fault.what}`,
      );
    }
  } finally {
    await copy.dispose();
  }
  const found = trials.filter(({ isRight }) => isRight).length;
  console.log(`${found} of ${trials.length} faults found.`);
  if (values.write) {
    const text = readFileSync(DOCUMENT, 'utf8');
    writeFileSync(DOCUMENT, replaceBlock(text, 'sim-faults', tableOf(trials)));
  }
  return found === trials.length ? 0 : 1;
}

async function tryFault(root: string, fault: PlantedFault): Promise<Trial> {
  const file = join(root, fault.file);
  const sound = readFileSync(file, 'utf8');
  if (sound.split(fault.text).length !== 2) {
    throw new Error(`the text of "${fault.what}" does not occur once in ${fault.file}`);
  }
  writeFileSync(
    file,
    sound.replace(fault.text, () => fault.replacement),
  );
  try {
    const output = await simulated(root, fault.worlds === 'fleet' ? ['--fleet'] : []);
    const [, check = null] = /^BROKEN: (\S+)/m.exec(output) ?? [];
    const seconds = Number(/([\d.]+) s of one core/.exec(output)?.[1] ?? Infinity);
    const isRight = check !== null && (fault.foundBy as readonly string[]).includes(check);
    if (!isRight) console.log(output.slice(-1_500));
    return { fault, check, isRight, seconds };
  } finally {
    writeFileSync(file, sound);
  }
}

function simulated(root: string, which: readonly string[]): Promise<string> {
  const args = [
    'scripts/sim.ts',
    '--seed',
    SEED,
    '--core-seconds',
    String(LIMIT_SECONDS),
    '--no-shortening',
    ...which,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, timeout: HUNG_MS });
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}

function tableOf(trials: readonly Trial[]): string {
  const date = new Date().toISOString().slice(0, 10);
  const found = trials.filter(({ isRight }) => isRight).length;
  return [
    `${found} of ${trials.length} found, ${date}, \`npm run sim:faults\`:`,
    '',
    '| planted mistake | found by | seconds of one core |',
    '| --- | --- | --- |',
    ...trials.map(
      ({ fault, check, isRight, seconds }) =>
        `| ${fault.what} (\`${fault.file}\`) | ${isRight ? `\`${check}\`` : 'not found'} | ${seconds.toFixed(1)} |`,
    ),
  ].join('\n');
}

await runScript('sim:faults', main);
