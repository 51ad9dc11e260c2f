/** `tripwire run --task` and `tripwire report` as a person uses them, each a process of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, type Home } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 120_000 });

const launcher = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleaning.splice(0).toReversed()) await one();
});

/** A home, a project in it, and the environment of both. */
async function home() {
  const at: Home = await newHome();
  const project = join(at.home, 'project');
  mkdirSync(project);
  cleaning.push(() => at.provider.close());
  const env = { ...at.env, TRIPWIRE_DIR: join(project, '.geometry') };
  const report = (...args: string[]) => runTripwire(['report', ...args], '', env);
  return { at, project, env, report, file: (name: string) => join(project, name) };
}

/** A worker that asks its model once, keeps its prompt, and is done in its third turn. */
const WORKER = `
  import { appendFileSync, readFileSync } from 'node:fs';
  const prompt = readFileSync(0, 'utf8');
  appendFileSync('prompts.txt', JSON.stringify(prompt) + '\\n');
  const messages = [{ role: 'user', content: prompt }];
  const answer = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
    body: JSON.stringify({ model: 'm', max_tokens: 9, messages }),
  });
  await answer.text();
  appendFileSync('made.ts', 'line\\n');
  console.log(readFileSync('prompts.txt', 'utf8').split('\\n').length > 3 ? 'TASK_COMPLETE' : 'more <b>to</b> do');
`;
const worker = ['--', process.execPath, '--input-type=module', '-e', WORKER];

describe('tripwire run --task', () => {
  test('feeds the worker turn after turn until it is done, and leaves a report', async () => {
    const { env, file, report } = await home();
    const order = ['run', '--task', 'Make <it>.', '--max-iterations', '7', '--until', '8h'];
    const { code, stdout, stderr } = await runTripwire([...order, ...worker], '', env);
    expect(stderr).toContain('done after 3 turns');
    expect(code).toBe(0);
    expect(stdout).toBe('more <b>to</b> do\nmore <b>to</b> do\nTASK_COMPLETE\n');
    const prompts = readFileSync(file('prompts.txt'), 'utf8').trim().split('\n');
    expect(prompts).toHaveLength(3);
    for (const prompt of prompts) expect(prompt).toContain('Make <it>.');
    const manifest = readFileSync(file('.geometry/MANIFEST.yaml'), 'utf8');
    expect(manifest).toContain('iteration_count: 3');
    expect(manifest).toContain('max_iterations: 7');
    const told = await report();
    expect(told.code).toBe(0);
    expect(told.stdout).toContain('> Make <it>.');
    expect(told.stdout).toContain('- 3 turns, engine at the end: node');
    expect(told.stdout).toMatch(/- [1-9]\d* tokens/);
    expect(await report('--html', file('night.html'))).toMatchObject({ code: 0 });
    const page = readFileSync(file('night.html'), 'utf8');
    expect(page).toContain('<svg viewBox=');
    // What ends well is not drawn as what held it.
    expect(page).toContain('class="ended done"');
    expect(page).toContain('no test run was seen');
    expect(page).toContain('Make &lt;it&gt;.');
    expect(page).not.toMatch(/<script|src=|href=|https?:/);
  });

  test('commits that came after a night are not in its report', async () => {
    const { env, project, report } = await home();
    const me = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-C', project];
    const git = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      execFileSync('git', [...me, ...words], { env: { ...process.env, ...more } });
    const commit = ['commit', '-q', '--allow-empty', '-m'];
    git(['init', '-q']);
    git([...commit, 'before']);
    const program = `
      require('node:child_process').execFileSync('git', ${JSON.stringify([...me, ...commit, 'within'])});
      console.log('TASK_COMPLETE');
    `;
    const order = [
      'run',
      '--task',
      'Commit.',
      '--until',
      '5m',
      '--',
      process.execPath,
      '-e',
      program,
    ];
    expect(
      (await runTripwire(order, '', { ...env, TRIPWIRE_DIR: join(project, '.geometry') })).code,
    ).toBe(0);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    git([...commit, 'later'], { GIT_COMMITTER_DATE: later, GIT_AUTHOR_DATE: later });
    const { stdout } = await report('--project', project);
    expect(stdout).toMatch(/- 1 commit\n {2}- \w+ within\n/);
  });

  verifies('L6', 'the cap holds it, a person lets it go on, and it is done', async () => {
    const { env, file, report } = await home();
    const order = ['run', '--task', 'Make it.', '--max-iterations', '2', ...worker];
    const child = spawn(launcher, order, { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const checkpoint = file('.geometry/CHECKPOINT.md');
    while (!existsSync(checkpoint)) await sleep(50);
    expect(readFileSync(checkpoint, 'utf8')).toContain('Reached iteration cap: 2/2');
    await sleep(1_000);
    expect(readFileSync(file('prompts.txt'), 'utf8').split('\n')).toHaveLength(3);
    const held = await report();
    expect(held.code).toBe(1);
    expect(held.stdout).toMatch(
      /Reached iteration cap: 2\/2\. It continues after tripwire release, or when you delete .*CHECKPOINT\.md/,
    );
    rmSync(checkpoint);
    const [code] = (await ended) as [number];
    expect(code).toBe(0);
    expect(readFileSync(file('prompts.txt'), 'utf8').split('\n')).toHaveLength(4);
  });

  test.each([
    [['--until', '25:00', '--task', 'x'], '--until takes'],
    [['--budget', '$5', '--task', 'x'], '--budget takes tokens'],
    [['--max-iterations', '0', '--task', 'x'], '--max-iterations takes'],
    [['--task', ' '], '--task is empty'],
    [['--engine', 'nobody', '--task', 'x'], 'there is no engine nobody'],
    [['--budget', '5k'], '--budget belongs to a task'],
    [['--resume'], 'no night is unfinished'],
  ])('%j is refused', async (args, words) => {
    const { env, file } = await home();
    const outcome = await runTripwire(['run', ...args, '--', 'true'], '', env);
    expect(outcome.stderr).toContain(words);
    expect(outcome.code).toBe(2);
    expect(existsSync(file('.geometry/nights'))).toBe(false);
  });

  test('a night that is not there has no report', async () => {
    const { report } = await home();
    expect(await report()).toMatchObject({ code: 2 });
    expect((await report('auto-1')).stderr).toContain('no night auto-1');
  });
});

describe('tripwire run without a task', () => {
  verifies(
    'L14',
    'STOP ends the command and what it started, PAUSE stops it for a while',
    async () => {
      const { env, file } = await home();
      mkdirSync(file('.geometry'));
      const tick = `while :; do echo tick >> ${file('ticks.txt')}; sleep 0.05; done`;
      const args = ['run', '--', 'sh', '-c', `setsid sh -c '${tick}' & wait`];
      const child = spawn(launcher, args, { env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      const size = () =>
        existsSync(file('ticks.txt')) ? readFileSync(file('ticks.txt')).length : 0;
      while (size() === 0) await sleep(20);
      writeFileSync(file('.geometry/PAUSE'), '');
      let last = -1;
      while (last !== size()) {
        last = size();
        await sleep(400);
      }
      rmSync(file('.geometry/PAUSE'));
      while (last === size()) await sleep(20);
      writeFileSync(file('.geometry/STOP'), '');
      const [code] = (await ended) as [number];
      expect(code).toBe(137);
      last = size();
      await sleep(400);
      expect(size()).toBe(last);
    },
  );
});
