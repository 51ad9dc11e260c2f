/** The limits of advice where the kill switch is off: what it costs, and a second loop after it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 120_000 });

const launcher = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleaning.splice(0).toReversed()) await one();
});

/** Makes the same call again and again; what an advisor says helps it once, the built-in words for good. */
const WORKER = `
  import { spawnSync } from 'node:child_process';
  import { appendFileSync, readFileSync } from 'node:fs';
  const prompt = readFileSync(0, 'utf8');
  appendFileSync('prompts.txt', JSON.stringify(prompt) + '\\n');
  if (prompt.includes('You are stuck')) {
    console.log('TASK_COMPLETE');
    process.exit(0);
  }
  if (prompt.includes('LOOK ELSEWHERE') && process.argv[2] !== 'stubborn') {
    appendFileSync('found.txt', 'half of it');
    process.exit(0);
  }
  const turn = readFileSync('prompts.txt', 'utf8').split('\\n').length;
  const hook = (own) => {
    const input = JSON.stringify({ session_id: 's' + turn, cwd: process.cwd(), ...own });
    spawnSync(process.env.LAUNCHER, ['hook', 'claude-code'], { input, env: process.env });
  };
  for (let count = 0; count < 5; count += 1) {
    const call = { tool_name: 'Bash', tool_input: { command: 'cat nowhere' }, tool_use_id: 'call_' + turn + '_' + count };
    hook({ hook_event_name: 'PreToolUse', ...call });
    hook({ hook_event_name: 'PostToolUseFailure', ...call, error: 'No such file' });
  }
  setInterval(() => undefined, 1_000);
`;
/** A worker that is held does nothing for so long. */
const STILL_MS = 500;
const ADVICE = { session_id: 'a', total_cost_usd: 0.75, result: 'LOOK ELSEWHERE', type: 'result' };

/** What is seen of a night. */
interface NightSeen {
  readonly held: readonly string[];
  readonly adviceAsked: number;
}

/** Starts a night whose worker loops by its hooks alone. */
async function startNight(advisor: string, words: readonly string[]) {
  const at = await newHome();
  const project = join(at.home, 'project');
  const file = (name: string) => join(project, name);
  mkdirSync(file('.geometry'), { recursive: true });
  cleaning.push(() => at.provider.close());
  at.configure('kill_switch:\n  enabled: false\n');
  writeFileSync(file('worker.mjs'), WORKER);
  writeFileSync(file('advice.json'), `${JSON.stringify(ADVICE)}\n`);
  const env = { ...at.env, LAUNCHER: launcher };
  // A first hook writes the manifest, which a person then changes.
  const start = { session_id: 's0', cwd: project, hook_event_name: 'SessionStart', source: 'x' };
  await runTripwire(['hook', 'claude-code'], JSON.stringify(start), env);
  const manifest = readFileSync(file('.geometry/MANIFEST.yaml'), 'utf8');
  // Three turns without progress would be another reason to stop.
  const patient = manifest.replace('max_consecutive_failures: 3', '$&0');
  writeFileSync(file('.geometry/MANIFEST.yaml'), `${patient}${advisor}`);
  const order = ['run', '--task', 'Find it.', '--', process.execPath, 'worker.mjs', ...words];
  const child = spawn(launcher, order, { env, cwd: project, stdio: 'ignore' });
  const ended = once(child, 'exit');
  cleaning.push(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await ended;
  });
  const night = () => {
    const [id = ''] = readdirSync(file('.geometry/nights'));
    return JSON.parse(readFileSync(file(`.geometry/nights/${id}/night.json`), 'utf8')) as NightSeen;
  };
  /** Waits until PAUSE holds it; returns why. */
  const paused = async () => {
    while (!existsSync(file('.geometry/PAUSE')) && child.exitCode === null) await sleep(20);
    const why = readFileSync(file('.geometry/PAUSE'), 'utf8');
    while (night().held[0] !== 'pause') await sleep(20);
    return why;
  };
  const prompts = () => readFileSync(file('prompts.txt'), 'utf8').trim().split('\n');
  return { at, project, file, ended, night, paused, prompts };
}

verifies(
  'L10',
  'what the advisor tells that it cost counts; at the limit a person decides',
  async () => {
    const { at, project, file, ended, night, paused, prompts } = await startNight(
      'advisor: { commands: [[sh, -c, "cat > asked.txt; cat advice.json"]], max_usd: 0.5 }\n',
      [],
    );
    expect(await paused()).toContain(
      '0.75 of at most 0.5 dollars were spent on advisors (advisor.max_usd)',
    );
    expect(night()).toMatchObject({ adviceAsked: 1, advisorUsd: 0.75 });
    expect(prompts()[1]).toContain('LOOK ELSEWHERE');
    rmSync(file('.geometry/PAUSE'));
    expect(await ended).toEqual([0, null]);
    const report = await runTripwire(['report', '--project', project], '', at.env);
    expect(report.stdout).toContain('- 1 question to advisors, 0 tokens, $0.75');
  },
);

verifies('L10', 'a loop after advice is held by PAUSE, until a person takes it away', async () => {
  const { file, ended, night, paused, prompts } = await startNight(
    'advisor: { commands: [[sh, -c, "cat > asked.txt; cat advice.json"]] }\n',
    ['stubborn'],
  );
  expect(await paused()).toContain('the last advice did not help');
  expect(night()).toMatchObject({ adviceAsked: 1 });
  expect(prompts()).toHaveLength(2);
  await sleep(STILL_MS);
  expect(prompts()).toHaveLength(2);
  rmSync(file('.geometry/PAUSE'));
  expect(await ended).toEqual([0, null]);
  expect(prompts().at(-1)).toContain('You are stuck');
});
