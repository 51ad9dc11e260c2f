/** The loop's rules as each client meets them: its payload in, its answer out, the real rules in between. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HOOK_CLIENT_IDS, type ClientId } from '../../src/clients/table.ts';
import { runHook } from '../../src/hooks/index.ts';
import { handleLoopEvent } from '../../src/loop/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { recordedPayload } from './recorded-payloads.ts';
import { inputOf } from './run-recorded.ts';

/** More than any cap on blocked stops. */
const STOPS_MAX = 20;

interface Words {
  readonly before: string;
  readonly after: string;
  readonly stop: string;
  readonly edit: object;
  readonly stopAgain: object;
}

const claudeWords: Words = {
  before: 'PreToolUse',
  after: 'PostToolUse',
  stop: 'Stop',
  edit: {
    tool_name: 'Edit',
    tool_input: { file_path: 'a.ts', old_string: '1', new_string: '2' },
    tool_response: 'done',
  },
  stopAgain: { stop_hook_active: true },
};

const WORDS: Readonly<Record<ClientId, Words>> = {
  'claude-code': claudeWords,
  codex: {
    ...claudeWords,
    edit: {
      tool_name: 'apply_patch',
      tool_input: { command: '*** Begin Patch\n*** Update File: a.ts\n-1\n+2\n*** End Patch' },
    },
  },
  'gemini-cli': {
    ...claudeWords,
    before: 'BeforeTool',
    after: 'AfterTool',
    stop: 'AfterAgent',
    edit: {
      tool_name: 'replace',
      tool_input: { file_path: 'a.ts', old_string: '1', new_string: '2' },
    },
  },
  opencode: {
    before: 'tool.execute.before',
    after: 'tool.execute.after',
    stop: 'session.idle',
    edit: { tool: 'edit', args: { filePath: 'a.ts', oldString: '1', newString: '2' } },
    stopAgain: { isStopHookActive: true },
  },
};

function projectOf(client: ClientId) {
  const folder = temporaryFolder('project');
  writeFileSync(join(folder, 'package.json'), '{"scripts":{"test":"vitest run"}}');
  const place = client === 'opencode' ? { directory: folder } : { cwd: folder };
  const hear = async (eventName: string, more: object = {}) => {
    const payload = { ...recordedPayload(client, eventName), transcript_path: null, ...place };
    const output = await runHook({
      client,
      stdin: inputOf(JSON.stringify({ ...payload, ...more })),
      env: { HOME: folder },
      decide: handleLoopEvent,
    });
    expect(output).toMatchObject({ exitCode: 0, stderr: '' });
    return output.stdout === '' ? {} : (JSON.parse(output.stdout) as Record<string, unknown>);
  };
  return { folder, hear };
}

const isDenied = (answer: object) =>
  /"permissionDecision":"deny"|"continue":false|"action":"deny"/.test(JSON.stringify(answer));
const isBlocked = (answer: Readonly<Record<string, unknown>>) =>
  ['block', 'deny'].includes(String(answer['decision'])) || answer['action'] === 'continue';

describe.each(HOOK_CLIENT_IDS)('%s', (client) => {
  const { before, after, stop, edit, stopAgain } = WORDS[client];

  test('a tool call passes; once a person puts STOP there the next one is denied', async () => {
    const { folder, hear } = projectOf(client);
    expect(isDenied(await hear(before))).toBe(false);
    await hear(after);
    mkdirSync(join(folder, '.geometry'), { recursive: true });
    writeFileSync(join(folder, '.geometry', 'STOP'), '');
    expect(isDenied(await hear(before))).toBe(true);
  });

  test('a STOP that is a link to nowhere is one', async () => {
    const { folder, hear } = projectOf(client);
    mkdirSync(join(folder, '.geometry'), { recursive: true });
    symlinkSync('/nonexistent/place', join(folder, '.geometry', 'STOP'));
    expect(isDenied(await hear(before))).toBe(true);
  });

  test('a stop without changes passes', async () => {
    const { hear } = projectOf(client);
    expect(isBlocked(await hear(stop))).toBe(false);
  });

  test('a stop after an edit without tests is blocked, and not for ever', async () => {
    const { hear } = projectOf(client);
    await hear(before, edit);
    await hear(after, edit);
    let answer = await hear(stop);
    let blocked = 0;
    while (isBlocked(answer) && blocked < STOPS_MAX) {
      blocked += 1;
      const reason = String(answer['reason']);
      expect(reason).toContain('npm test');
      // This client hands the reason back as a prompt.
      if (client === 'gemini-cli') await hear('BeforeAgent', { prompt: reason });
      answer = await hear(stop, stopAgain);
    }
    expect(blocked).toBe(8);
    expect(JSON.stringify(answer)).toContain('ends incomplete');
  });
});

describe('Gemini CLI, which ends a loop by itself', () => {
  const repeat = async (hear: ReturnType<typeof projectOf>['hear']) => {
    for (let count = 0; count < 5; count += 1) {
      await hear('BeforeTool');
      await hear('AfterTool');
    }
  };

  test('a session that ends in a loop without a word leaves a report, which holds the next one', async () => {
    const { folder, hear } = projectOf('gemini-cli');
    await repeat(hear);
    await hear('SessionEnd');
    const report = readFileSync(join(folder, '.geometry/BLOCKER_REPORT.md'), 'utf8');
    expect(report).toContain('HARD_LOOP');
    expect(report).toContain('the session ended without a new approach');
    expect(isBlocked(await hear('BeforeAgent', { session_id: 'the-next-one' }))).toBe(true);
  });

  test('one that told the person leaves none', async () => {
    const { folder, hear } = projectOf('gemini-cli');
    await repeat(hear);
    await hear('AfterAgent', { prompt_response: 'I am stuck: the file is not there.' });
    await hear('SessionEnd');
    expect(existsSync(join(folder, '.geometry/BLOCKER_REPORT.md'))).toBe(false);
  });
});
