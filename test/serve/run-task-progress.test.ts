/**
 * A night whose worker gets on by shell or by writing files, in every kind of project: it is done after all its turns, and
 * never blocked because "no file was changed". One that changes nothing is.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome } from '../kit/running-tripwire.ts';
import { IS_FULL, someOf } from '../kit/runs.ts';
import { launcher, until } from './night-under-server.ts';

vi.setConfig({ testTimeout: 240_000 });

/** More than the three after which one that changes nothing is blocked. */
const TURNS = IS_FULL ? 6 : 4;
/** Counts its turns outside of the project and does its work; `hook` reports a tool call as a client does. */
const worker = (work: string) => `
  import { execFileSync } from 'node:child_process';
  import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
  appendFileSync('../turns.txt', 'x');
  const turn = readFileSync('../turns.txt', 'utf8').length;
  const hook = (event, more) => execFileSync(process.env.TRIPWIRE_COMMAND, ['hook', 'claude-code'], {
    input: JSON.stringify({ session_id: 's1', cwd: process.cwd(), hook_event_name: event, ...more }),
  });
  const write = (file) => {
    const call = { tool_name: 'Write', tool_input: { file_path: process.cwd() + '/' + file, content: 'turn ' + turn }, tool_use_id: 'c' + turn };
    hook('PreToolUse', call);
    writeFileSync(file, 'turn ' + turn);
    hook('PostToolUse', { ...call, tool_response: { type: 'update' } });
  };
  const shell = (command) => {
    const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'c' + turn };
    hook('PreToolUse', call);
    execFileSync('sh', ['-c', command]);
    hook('PostToolUse', { ...call, tool_response: { stdout: '', stderr: '' } });
  };
  hook('UserPromptSubmit', { prompt: 'go on' });
  ${work}
  hook('Stop', { stop_hook_active: false });
  console.log(turn >= ${TURNS} ? 'TASK_COMPLETE' : 'more to do');
`;

const APPEND = `shell('echo ' + turn + ' >> notes.txt');`;
const CASES: readonly (readonly [string, 'committed' | 'no commit' | 'no git', string])[] = [
  [
    'Write into a new folder',
    'committed',
    `mkdirSync('made', { recursive: true }); write('made/' + turn + '.txt');`,
  ],
  ['the shell, without git', 'no git', APPEND],
  ['Write, without a commit', 'no commit', `write('report.md');`],
  ['the shell appends to an untracked file', 'committed', APPEND],
  ['the shell, without a commit', 'no commit', APPEND],
  ['Write at the root', 'committed', `write('report.md');`],
];

async function night(kind: 'committed' | 'no commit' | 'no git', work: string) {
  const at = await newHome();
  onTestFinished(() => at.provider.close());
  const project = join(at.home, 'project');
  mkdirSync(project);
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', project, ...args]);
  if (kind !== 'no git') git('init', '-q');
  const me = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
  if (kind === 'committed') git(...me, 'commit', '-q', '--allow-empty', '-m', 'first');
  const words = ['run', '--task', 'Get on.', '--agent', 'getter', '--until', '5m', '--'];
  const program = [process.execPath, '--input-type=module', '-e', worker(work)];
  const child = spawn(launcher, [...words, ...program], {
    env: { ...at.env, TRIPWIRE_COMMAND: launcher },
    cwd: project,
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'exit');
    child.kill('SIGTERM');
    await closed;
  });
  const report = join(project, '.geometry/BLOCKER_REPORT.md');
  await until(() => child.exitCode !== null || existsSync(report), 'it ends or is blocked');
  const told = await runTripwire(['report', '--project', project], '', at.env);
  const files = /^- \d+ changed files?\n(?:  - .*\n)*/m.exec(told.stdout)?.[0] ?? '';
  return {
    files,
    code: child.exitCode,
    blocker: existsSync(report) ? readFileSync(report, 'utf8') : null,
    turns: readFileSync(join(at.home, 'turns.txt'), 'utf8').length,
  };
}

describe('a night that gets on', () => {
  test.each(someOf(3, CASES))('%s (%s)', async (_name, kind, work) => {
    const { files, ...ended } = await night(kind, work);
    expect(ended).toEqual({ code: 0, blocker: null, turns: TURNS });
    // The report names what was written, by whatever means.
    expect(files).toMatch(
      /^- [1-9]\d* changed files?\n {2}- (?:made\/\d\.txt|notes\.txt|report\.md)\n/,
    );
  });
});

test('one that changes nothing is blocked after three turns', async () => {
  const { blocker, turns, files } = await night('no git', `shell('true');`);
  expect(files).toBe('- 0 changed files\n');
  expect(blocker).toContain('no file was changed');
  expect(turns).toBeLessThan(TURNS);
});
