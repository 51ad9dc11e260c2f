/** A hook fails closed in itself: whatever goes wrong before a tool or a prompt refuses it. */
import { describe, expect, test } from 'vitest';
import { recordedPayload } from '../../test/hooks/recorded-payloads.ts';
import { ANSWERS, inputOf, runRecorded } from '../../test/hooks/run-recorded.ts';
import { HOOK_CLIENT_IDS, type ClientId } from '../clients/table.ts';
import { runHook, type Decide } from './index.ts';
import { PAYLOAD_BYTES_MAX } from './read-payload.ts';

interface Names {
  readonly tool: string;
  readonly prompt: string;
  readonly after: string;
  readonly stop: string;
}

const NAMES: Readonly<Record<ClientId, Names>> = {
  'claude-code': {
    tool: 'PreToolUse',
    prompt: 'UserPromptSubmit',
    after: 'PostToolUse',
    stop: 'Stop',
  },
  codex: { tool: 'PreToolUse', prompt: 'UserPromptSubmit', after: 'PostToolUse', stop: 'Stop' },
  'gemini-cli': {
    tool: 'BeforeTool',
    prompt: 'BeforeAgent',
    after: 'AfterTool',
    stop: 'AfterAgent',
  },
  opencode: {
    tool: 'tool.execute.before',
    prompt: 'chat.message',
    after: 'tool.execute.after',
    stop: 'session.idle',
  },
};

const nameFieldOf = (client: ClientId) => (client === 'opencode' ? 'event' : 'hook_event_name');

/** Anything may be thrown. */
const odd: unknown = 'odd';

/** The words by which each client knows a refusal. */
const REFUSALS = /"permissionDecision":"deny"|"decision":"(block|deny)"|"action":"deny"/;

function run(client: ClientId, text: string, decide: Decide, deadlineMs?: number) {
  const limit = deadlineMs === undefined ? {} : { deadlineMs };
  return runHook({ client, stdin: inputOf(text), env: {}, decide, ...limit });
}

const pass: Decide = () => ANSWERS.pass;

describe.each(HOOK_CLIENT_IDS)('%s', (client) => {
  const { tool, prompt, after, stop } = NAMES[client];
  const text = (eventName: string) => JSON.stringify(recordedPayload(client, eventName));
  const failing: readonly (readonly [string, Decide, string])[] = [
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
      'disk full',
    ],
    [
      'throws no error',
      () => {
        throw odd as Error;
      },
      '"odd"',
    ],
    ['rejects', () => Promise.reject(new Error('locked')), 'locked'],
    ['never answers', () => new Promise(() => undefined), 'no answer within 30 ms'],
    ['answers nothing', () => undefined as never, 'no answer that is known'],
    ['answers something unknown', () => ({ kind: 'maybe' }) as never, 'no answer that is known'],
    ['answers without a reason', () => ({ kind: 'deny' }) as never, 'no answer that is known'],
  ];

  test.each(failing)('a decider that %s refuses tools and prompts', async (_name, decide, why) => {
    for (const eventName of [tool, prompt]) {
      const output = await run(client, text(eventName), decide, 30);
      expect(output.exitCode).toBe(2);
      expect(output.stderr).toContain('so it is refused');
      expect(output.stderr).toContain(why);
      expect(output.stdout).toMatch(REFUSALS);
    }
  });

  test.each(failing)('a decider that %s does not block a stop', async (_name, decide, why) => {
    const output = await run(client, text(stop), decide, 30);
    expect(output.exitCode).toBe(0);
    expect(output.stdout).not.toMatch(REFUSALS);
    expect(output.stdout).toContain('lets it pass');
    expect(output.stderr).toContain(why);
  });

  test('after a tool a failure is told and hides nothing of what the tool put out', async () => {
    const output = await run(client, text(after), () => {
      throw new Error('disk full');
    });
    expect(output.exitCode).toBe(0);
    expect(output.stdout).not.toMatch(REFUSALS);
    expect(output.stdout).toContain('disk full');
  });

  test('a healthy tool call, prompt and stop pass', async () => {
    for (const eventName of [tool, prompt, after, stop]) {
      expect(await run(client, text(eventName), pass)).toMatchObject({ exitCode: 0, stderr: '' });
    }
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['a number', '7'],
    ['no name of an event', '{}'],
    ['a name that is no text', `{"${nameFieldOf(client)}":7}`],
    ['an unknown event', `{"${nameFieldOf(client)}":"PreFlight"}`],
    ['the name of an inherited member', `{"${nameFieldOf(client)}":"toString"}`],
  ])('a payload with %s is refused', async (_name, payload) => {
    const output = await run(client, payload, pass);
    expect(output.exitCode).toBe(2);
    expect(output.stderr).toContain('so it is refused');
  });

  test('each field that a tool call needs is missed and named', async () => {
    const fields =
      client === 'opencode'
        ? ['sessionID', 'directory', 'tool', 'args']
        : ['session_id', 'cwd', 'tool_name', 'tool_input'];
    for (const field of fields) {
      const payload = recordedPayload(client, tool);
      delete payload[field];
      const { output, asked } = await runRecorded(client, payload, ANSWERS.pass);
      expect(output.exitCode).toBe(2);
      expect(output.stderr).toContain(`field ${field} is missing`);
      expect(output.stdout).toMatch(REFUSALS);
      expect(asked).toEqual([]);
    }
  });

  test('half a payload is judged by the event it names', async () => {
    const half = (eventName: string) => text(eventName).slice(0, -20);
    expect(await run(client, half(tool), pass)).toMatchObject({ exitCode: 2 });
    expect(await run(client, half(stop), pass)).toMatchObject({ exitCode: 0 });
  });

  test('half a payload that names two events is refused', async () => {
    const field = nameFieldOf(client);
    const payload = `{"x":{"${field}":"${stop}"},"${field}":"${tool}",`;
    expect(await run(client, payload, pass)).toMatchObject({ exitCode: 2 });
  });

  test('a payload of more than the limit is refused before a tool', async () => {
    const args = { content: 'x'.repeat(PAYLOAD_BYTES_MAX) };
    const payload = { ...recordedPayload(client, tool), tool_input: args, args };
    const { output, asked } = await runRecorded(client, payload, ANSWERS.pass);
    expect(output.exitCode).toBe(2);
    expect(output.stderr).toContain('10485760');
    expect(asked).toEqual([]);
  });

  test('input that breaks off with an error is refused', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('{'));
      throw new Error('EIO');
    }
    const output = await runHook({ client, stdin: broken(), env: {}, decide: pass });
    expect(output).toMatchObject({ exitCode: 2 });
    expect(output.stderr).toContain('EIO');
  });

  test('input that never ends is refused at the deadline', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield await new Promise<never>(() => undefined);
    }
    const output = await runHook({
      client,
      stdin: endless(),
      env: {},
      decide: pass,
      deadlineMs: 20,
    });
    expect(output).toMatchObject({ exitCode: 2 });
  });
});

test('wrong values are named with what would be right', async () => {
  const complaint = async (more: object, eventName = 'PreToolUse') => {
    const payload = { ...recordedPayload('claude-code', eventName), ...more };
    return (await runRecorded('claude-code', payload, ANSWERS.pass)).output.stderr;
  };
  expect(await complaint({ session_id: '' })).toContain('field session_id must not be empty');
  expect(await complaint({ session_id: 's'.repeat(513) })).toContain(
    'field session_id must have at most 512 characters, not 513',
  );
  expect(await complaint({ session_id: 's'.repeat(512) })).toBe('');
  expect(await complaint({ agent_id: 5 })).toContain('field agent_id must be a string, not 5');
  expect(await complaint({ stop_hook_active: 'no' }, 'Stop')).toContain(
    'field stop_hook_active must be true or false, not "no"',
  );
});

test('the decider gets the event, the environment and one time', async () => {
  let asked: Parameters<Decide>[0] | undefined;
  await runHook({
    client: 'codex',
    stdin: inputOf(JSON.stringify(recordedPayload('codex', 'PreToolUse'))),
    env: { TRIPWIRE_DIR: 'x' },
    decide: (question) => {
      asked = question;
      return ANSWERS.pass;
    },
  });
  expect(asked?.env).toEqual({ TRIPWIRE_DIR: 'x' });
  expect(asked?.event.atMs).toBe(asked?.nowMs);
});
