/**
 * `npm run bench:hook`: how long a coding agent waits for a hook, from starting it to having its answer.
 *
 * The package is put together as it is installed and started as clients start it, in turns with a Node that does
 * nothing, because that is the least any hook in Node can take. The ratio within one run says more than figures of
 * different days. Every call is another one, as in healthy work, and is followed by its result.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figuresText } from './hook/figures.ts';
import { formsIn, type Form } from './hook/forms.ts';
import { callEvents } from './hook/healthy-calls.ts';
import { installPackage } from './hook/installed-package.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 100);
const WARM_UP_ROUNDS = 10;
const AT_ONCE = 16;
const AT_ONCE_ROUNDS = Math.max(1, Math.floor(ROUNDS / 20));

/** Milliseconds from starting the process until it has ended. */
function timedMs({ command, args, env }: Form, input: string): number {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8', env });
  const ms = performance.now() - startedAt;
  if (status !== 0 || stdout.includes('deny')) {
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  }
  return ms;
}

/** Milliseconds until many hooks that start together have all ended, and how many of them refused. */
async function atOnce({ command, args, env }: Form, inputs: readonly string[]) {
  const startedAt = performance.now();
  const codes = await Promise.all(
    inputs.map(async (input) => {
      const child = spawn(command, args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin.end(input);
      const [code] = (await once(child, 'close')) as [number | null];
      return code;
    }),
  );
  const refused = codes.filter((code) => code !== 0).length;
  return { ms: performance.now() - startedAt, refused };
}

async function measureOneByOne(forms: readonly Form[]): Promise<void> {
  const times = new Map<string, number[]>();
  const add = (name: string, round: number, ms: number) => {
    if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms]);
  };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const form of forms) {
      const { before, after } = callEvents(form, round);
      const ask = form.ask ?? ((input: string) => Promise.resolve(timedMs(form, input)));
      add(form.name, round, await ask(form.isEmpty ? '' : before));
      if (form.isEmpty) continue;
      const afterMs = await ask(after);
      if (form.alsoAfter) add(form.alsoAfter, round, afterMs);
    }
  }
  console.log(`${ROUNDS} rounds, ms from start to end\n${figuresText(times)}`);
}

async function measureAtOnce(form: Form): Promise<void> {
  const times: number[] = [];
  let refusals = 0;
  for (let round = 0; round < AT_ONCE_ROUNDS; round += 1) {
    const inputs = Array.from(
      { length: AT_ONCE },
      (_, index) => callEvents(form, ROUNDS + round * AT_ONCE + index).before,
    );
    const { ms, refused } = await atOnce(form, inputs);
    times.push(ms);
    refusals += refused;
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  console.log(
    `\n${AT_ONCE} at once in one project, ${AT_ONCE_ROUNDS} times: all answered after ${median.toFixed(0)} ms (median), ` +
      `${refusals} refused because they waited too long`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'tripwire-bench-'));
const { forms, close } = await formsIn(folder, await installPackage(folder));
try {
  await measureOneByOne(forms);
  const installed = forms.find(({ name }) => name.includes('as installed'));
  if (installed !== undefined) await measureAtOnce(installed);
} finally {
  await close();
  rmSync(folder, { recursive: true });
}
