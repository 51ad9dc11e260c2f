/**
 * Rules of the loop as a coding agent meets them that has hooks and nothing else: each event starts the real command.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { SafetyEvent } from '../../src/loop/index.ts';
import { DEFAULT_MANIFEST } from '../kit/default-manifest.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 240_000 });

const WAIT_MS_MAX = 60_000;

/** A project whose agent, in the manner of Claude Code, has hooks. */
function hooked(manifest = DEFAULT_MANIFEST) {
  const folder = temporaryFolder('hooked');
  const home = temporaryFolder('home');
  mkdirSync(join(folder, '.geometry'));
  writeFileSync(join(folder, '.geometry/MANIFEST.yaml'), manifest);
  const env = { PATH: process.env['PATH'] ?? '', HOME: home };
  let calls = 0;
  const hear = async (event: string, more: object = {}) => {
    const payload = { session_id: 's1', cwd: folder, hook_event_name: event, ...more };
    const { stdout } = await runTripwire(['hook', 'claude-code'], JSON.stringify(payload), env);
    return stdout;
  };
  /** The denial, or else what was said when it came back. */
  const call = async (tool: string, input: object, result: string, isError = false) => {
    calls += 1;
    const asked = { tool_name: tool, tool_input: input, tool_use_id: `toolu_${calls}` };
    const before = await hear('PreToolUse', asked);
    if (before.includes('"permissionDecision":"deny"')) return before;
    return isError
      ? hear('PostToolUseFailure', { ...asked, error: result })
      : hear('PostToolUse', { ...asked, tool_response: result });
  };
  const file = (name: string) => join(folder, name);
  const logged = () => {
    const text = existsSync(file('.geometry/safety_log.json'))
      ? readFileSync(file('.geometry/safety_log.json'), 'utf8')
      : '{"events":[]}';
    const { events } = JSON.parse(text) as { readonly events: readonly SafetyEvent[] };
    return events.map(({ type, action_taken: action }) => `${type}/${action}`);
  };
  return {
    hear,
    call,
    file,
    logged,
    bash: (command: string, result: string, isError = false) =>
      call('Bash', { command }, result, isError),
    stop: (last = 'Done.', isAgain = false) =>
      hear('Stop', { stop_hook_active: isAgain, last_assistant_message: last }),
  };
}

async function until(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + WAIT_MS_MAX;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error('not in time');
    await sleep(50);
  }
}

const NEW_PLAN =
  'The file is generated: I will read the generator instead of looking for its output.';

verifies('L2', 'a hard loop pauses every tool until a new approach is written down', async () => {
  const agent = hooked();
  for (let count = 0; count < 5; count += 1) await agent.bash('cat nowhere', 'No such file', true);
  const other = await agent.bash('ls', 'a.ts');
  expect(other).toContain('"permissionDecision":"deny"');
  expect(other).toContain('NEW_APPROACH.md');
  const stated = { file_path: agent.file('.geometry/NEW_APPROACH.md'), content: NEW_PLAN };
  expect(await agent.call('Write', stated, 'written')).toContain('the pause is over');
  expect(await agent.bash('ls', 'a.ts')).not.toContain('"permissionDecision":"deny"');
  expect(await agent.bash('cat nowhere', 'No such file', true)).toContain('HARD_LOOP');
  expect(agent.logged().slice(-2)).toEqual([
    'HARD_LOOP/paused_for_new_approach',
    'HARD_LOOP/resumed_with_new_approach',
  ]);
});

verifies('L1', 'a duplicate chain asks the advisor, whose answer ends the pause', async () => {
  const agent = hooked(
    `${DEFAULT_MANIFEST}advisor: { commands: [["false"], [sh, -c, "cat > asked.txt; echo LOOK ELSEWHERE"]] }\n`,
  );
  for (let round = 0; round < 3; round += 1) {
    await agent.bash('cat nowhere', 'No such file', true);
    await agent.bash('cat elsewhere', 'No such file there', true);
  }
  expect(agent.logged().slice(-2)).toEqual([
    'DUPLICATE_CHAIN/paused_for_new_approach',
    'OUT_OF_BAND_ADVISOR/asked_advisor',
  ]);
  await until(() => existsSync(agent.file('asked.txt')));
  const answers: string[] = [];
  while (!answers.join('').includes('LOOK ELSEWHERE')) {
    if (answers.length > 200) throw new Error('no advice');
    answers.push(await agent.bash('ls', 'a.ts'));
  }
  expect(answers.every((one) => one.includes('"permissionDecision":"deny"'))).toBe(true);
  expect(await agent.bash('ls', 'a.ts')).not.toContain('"permissionDecision":"deny"');
  expect(agent.logged().at(-1)).toBe('OUT_OF_BAND_ADVISOR/injected_advice');
  const asked = readFileSync(agent.file('asked.txt'), 'utf8');
  expect(asked).toContain('DEADLOCK TYPE: DUPLICATE_CHAIN');
  expect(asked).toContain('[hook] Bash: cat nowhere');
});

test('a word from a person ends the pause; whoever keeps asking instead is stopped', async () => {
  const agent = hooked();
  const stuck = async () => {
    for (let count = 0; count < 5; count += 1) await agent.bash('cat nowhere', 'No file', true);
  };
  await stuck();
  await agent.hear('UserPromptSubmit', { prompt: 'Look into src.' });
  expect(await agent.bash('ls src', 'a.ts')).not.toContain('"permissionDecision":"deny"');
  await stuck();
  const answers: string[] = [];
  for (let count = 0; count < 5; count += 1) answers.push(await agent.bash(`ls ${count}`, 'a.ts'));
  expect(answers.map((one) => one.includes('"continue":false'))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(readFileSync(agent.file('.geometry/BLOCKER_REPORT.md'), 'utf8')).toContain(
    'INFINITE_LOOP',
  );
});

verifies(
  'L5',
  'where no test command is known, the agent is asked once and may state one',
  async () => {
    const agent = hooked();
    await agent.call('Write', { file_path: agent.file('a.py'), content: 'x = 1' }, 'written');
    expect(await agent.stop()).toContain('TEST_COMMAND: <command>');
    expect(await agent.stop('Done.\nTEST_COMMAND: ./check.sh', true)).toContain('./check.sh');
    await agent.bash('./check.sh', '3 checks, all fine');
    expect(await agent.stop('Done.', true)).toBe('');
    expect(agent.logged()).toEqual([
      'DIRTY_BIT_VIOLATION/asked_for_test_command',
      'DIRTY_BIT_VIOLATION/injected_test_prompt',
    ]);
  },
);

verifies('L4', 'a held project counts no further failures', async () => {
  const agent = hooked();
  writeFileSync(agent.file('package.json'), '{"scripts":{"test":"vitest run"}}');
  const failing = async () => {
    await agent.bash('npm test', '1 failed, 2 passed', true);
    await agent.stop();
  };
  // A check that is still running when the project is held.
  const late = {
    tool_name: 'Bash',
    tool_input: { command: 'npm test -- late' },
    tool_use_id: 'late',
  };
  await agent.hear('PreToolUse', late);
  for (let turn = 0; turn < 3; turn += 1) await failing();
  expect(existsSync(agent.file('.geometry/BLOCKER_REPORT.md'))).toBe(true);
  await agent.hear('PostToolUseFailure', { ...late, error: '2 failed' });
  for (let turn = 0; turn < 2; turn += 1) await agent.stop();
  const manifest = readFileSync(agent.file('.geometry/MANIFEST.yaml'), 'utf8');
  expect(manifest).toContain('consecutive_failures: 3');
  expect(agent.logged().filter((one) => one === 'NO_PROGRESS/created_blocker_report')).toEqual([
    'NO_PROGRESS/created_blocker_report',
  ]);
});

verifies('L8', 'without any usage, lines of output fill the context up to the block', async () => {
  const agent = hooked();
  const read = (name: string, lines: number) =>
    agent.call('Read', { file_path: agent.file(name) }, 'x\n'.repeat(lines));
  expect(await read('a.ts', 540)).toContain('WARNING: Context at 75%');
  expect(await read('b.ts', 200)).toContain('HARD_BLOCK: Context at 100%');
  expect(await read('c.ts', 1)).toContain('"permissionDecision":"deny"');
  expect(await agent.bash('git commit -am "what is finished"', 'ok')).not.toContain('"deny"');
});

verifies('L11', 'a role that is taken away while a call runs is gone at once', async () => {
  const agent = hooked(
    DEFAULT_MANIFEST.replace(
      'authorized_roles: ["developer"]',
      'authorized_roles: ["developer", "releaser"]',
    ),
  );
  const manifest = agent.file('.geometry/MANIFEST.yaml');
  const edit = (from: string, to: string) =>
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(from, to));
  const during = async (change: () => void) => {
    const call = { tool_name: 'Bash', tool_input: { command: 'sleep 9' }, tool_use_id: 'toolu_x' };
    await agent.hear('PreToolUse', call);
    change();
    await agent.hear('PostToolUse', { ...call, tool_response: '' });
    return readFileSync(manifest, 'utf8');
  };
  expect(await during(() => edit('["developer", "releaser"]', '["developer"]'))).toContain(
    'authorized_roles: ["developer"]',
  );
  // A pattern more that is reserved is tighter, a role more is not.
  const reserved =
    'reserved: ["push:*", "push:main", "push:master", "push:release/*", "force-push:*", "merge:*", "tag:*", "publish:*", "deploy:*"]';
  expect(
    await during(() => edit('roles: ["developer"]', `roles: ["developer"]\n${reserved}`)),
  ).toContain(reserved);
  expect(await during(() => edit('["developer"]', '["operator"]'))).not.toContain('operator');
  expect(agent.logged()).toEqual(['MANIFEST_EDIT/restored_manifest']);
});

test('healthy work of the same length is neither paused nor asked about', async () => {
  const agent = hooked();
  writeFileSync(agent.file('package.json'), '{"scripts":{"test":"vitest run"}}');
  for (let count = 0; count < 4; count += 1) {
    const file = { file_path: agent.file(`${count}.ts`), content: `const a = ${count};` };
    expect(await agent.call('Write', file, 'written')).toBe('');
    expect(await agent.bash('npm test', `${count + 1} passed`)).toBe('');
  }
  expect(await agent.stop()).not.toContain('"decision":"block"');
  expect(agent.logged().filter((one) => !one.startsWith('SOFT_LOOP'))).toEqual([]);
});
