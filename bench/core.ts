/**
 * `npm run bench:core`: what a step of the core costs.
 *
 * Steps a second of the main thread's processor time without and with digests, bytes of state, and the cost of a step
 * among 1, 1,000 and 100,000 agents. `AGAINST=FOLDER` measures another checkout in turns with this one and says, case by
 * case, what a step takes of what it takes there. Processor time and not the clock, because machines are shared; ratios
 * within one run say more than figures of different days. `ROUNDS` changes how many there are.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Took, Wanted } from './core/rounds.ts';
import { CASES } from './core/workload.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 9);
const STEPS_PER_ROUND = 100_000;
const WARM_STEPS = 200_000;
const AGAINST = process.env['AGAINST'];

interface Version {
  readonly name: string;
  readonly child: ChildProcess;
  /** By case, a round each. */
  readonly rounds: readonly Took[][];
}

async function opened(name: string, ...checkout: readonly string[]): Promise<Version> {
  const child = fork(fileURLToPath(new URL('core/rounds.ts', import.meta.url)), checkout);
  await once(child, 'message');
  return { name, child, rounds: CASES.map(() => []) };
}

async function run({ child }: Version, wanted: Wanted): Promise<Took> {
  const answered = once(child, 'message');
  child.send(wanted);
  const [took] = (await answered) as [Took];
  return took;
}

/** Of a list with an even number of members, the middle of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

const now = await opened('this checkout');
const before = AGAINST === undefined ? null : await opened(AGAINST, AGAINST);
const versions = before === null ? [now] : [before, now];
// Everybody's first rounds compile the code and fill the windows; they do not count.
for (const version of versions) {
  for (const [index, { agents }] of CASES.entries()) {
    await run(version, { index, steps: Math.max(WARM_STEPS, 3 * agents) });
  }
}
for (let round = 0; round < ROUNDS; round += 1) {
  process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  for (const index of CASES.keys()) {
    // Who comes first has the lower figure on a machine that others use, so each does in turn.
    for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
      version.rounds[index]?.push(await run(version, { index, steps: STEPS_PER_ROUND }));
    }
  }
}
for (const { child } of versions) child.kill();

const row = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
const thousands = (mainUs: number) => `${Math.round((STEPS_PER_ROUND * 1_000) / mainUs)} k`;
row(['version', 'case', 'steps a second (median)', 'lowest – highest', 'cost, 1 agent = 1']);
row(Array<string>(5).fill('---'));
for (const { name, rounds } of versions) {
  const alone = median(rounds[0]?.map(({ mainUs }) => mainUs) ?? []);
  for (const [index, own] of rounds.entries()) {
    const times = own.map(({ mainUs }) => mainUs);
    const range = `${thousands(Math.max(...times))} – ${thousands(Math.min(...times))}`;
    const cost = (median(times) / alone).toFixed(2);
    row([name, CASES[index]?.name ?? '', thousands(median(times)), range, cost]);
  }
}
if (before !== null) {
  console.log(
    `\nWhat a step takes of what it takes in ${before.name}, ${ROUNDS} rounds in turns:\n`,
  );
  row(['case', 'main thread, median', 'quartiles', 'all threads, median']);
  row(Array<string>(4).fill('---'));
  for (const [index, { name }] of CASES.entries()) {
    const ratios = (part: 'mainUs' | 'allUs') =>
      (now.rounds[index] ?? [])
        .map((took, round) => took[part] / (before.rounds[index]?.[round]?.[part] ?? NaN))
        .toSorted((a, b) => a - b);
    const main = ratios('mainUs');
    const at = (share: number) => (main[Math.round((main.length - 1) * share)] ?? NaN).toFixed(2);
    const all = median(ratios('allUs')).toFixed(2);
    row([name, median(main).toFixed(2), `${at(0.25)} – ${at(0.75)}`, all]);
  }
}
const stateBytes = now.rounds[0]?.at(-1)?.stateBytes ?? 0;
console.log(`\nState of one agent with one session and one thread: ${stateBytes} bytes.`);
