/**
 * `tripwire scan` judges a run as the gate judged it live: times and order are those of the requests that a client sent.
 * The same with the real clients: `test/clients/scan-agrees.client.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const SINCE_MS = Date.parse('2026-11-19T18:00:00.000Z');
const at = (ms: number) => new Date(SINCE_MS + ms).toISOString();

interface Found {
  readonly calls: number;
  readonly stopped_at_call: number;
  readonly scores: readonly number[];
}

async function scanned(path: string, rows: readonly object[]): Promise<readonly Found[]> {
  const home = temporaryFolder();
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { stdout, code } = await runTripwire(['scan', '--json'], '', { HOME: home });
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { runs: number; stuck: readonly Found[] };
  expect(report.runs).toBe(1);
  return report.stuck;
}

/** Two commands of Gemini CLI in turns that fail, a step every so many milliseconds. */
function geminiSteps(count: number, everyMs: number): readonly object[] {
  const session = { sessionId: 's', projectHash: 'h', startTime: at(0), kind: 'main' };
  const steps = Array.from({ length: count }, (_, step) => {
    const [command, said] = step % 2 === 0 ? ['cat no.txt', 'cat'] : ['ls nowhere', 'ls'];
    const output = `Output: ${at(step * everyMs)}\n${said}: No such file or directory\nExit Code: 1`;
    const result = [{ functionResponse: { id: `c${step}`, response: { output } } }];
    const timestamp = at((step + 1) * everyMs);
    const call = { id: `c${step}`, name: 'run_shell_command', args: { command }, result };
    const toolCalls = [{ ...call, status: 'success', timestamp }];
    return { id: `m${step}`, timestamp, type: 'gemini', content: 'I look.', toolCalls };
  });
  const prompt = { id: 'p', timestamp: at(0), type: 'user', content: [{ text: 'find the cat' }] };
  return [session, prompt, ...steps];
}

test.each([1, 40, 59, 61, 400])('a fast agent: a step every %d ms is a step', async (everyMs) => {
  const path = '.gemini/tmp/house/chats/session-1.jsonl';
  const [found] = await scanned(path, geminiSteps(5, everyMs));
  expect(found).toMatchObject({ stopped_at_call: 5, scores: [0, 0, 3.4, 6.8, 10.2] });
  expect(await scanned(path, geminiSteps(4, everyMs))).toEqual([]);
});

const LOOKS = ['ls', 'ls', 'cat attic.txt'];
/** What the gate's score was when a real client sent the same results. */
const LIVE = [0, 0.5, 0, 2.6, 2.75, 3.53, 6.13, 6.28, 7.06, 9.66, 9.81, 10.59];

/** Answers of Claude Code with the same three calls, each result dated when it came; one line a call, as it writes them. */
function claudeAnswers(count: number, written: 'results last' | 'in turns'): readonly object[] {
  const frame = { sessionId: 's', cwd: '/house', version: '2.1.325', isSidechain: false };
  const rows = Array.from({ length: count }, (_, answer) => {
    const made = LOOKS.map((command, call) => {
      const id = `t${answer}-${call}`;
      const ms = 1_000 * (answer + 1) + 70 * call;
      const use = { type: 'tool_use', id, name: 'Bash', input: { command } };
      const content = command === 'ls' ? 'attic.txt\ncellar.txt' : 'two trunks and a lamp';
      const result = { type: 'tool_result', tool_use_id: id, content };
      const message = { id: `m${answer}`, role: 'assistant', model: 'm', content: [use] };
      return {
        asked: { ...frame, type: 'assistant', uuid: `a${id}`, timestamp: at(ms), message },
        told: {
          ...frame,
          type: 'user',
          uuid: `u${id}`,
          timestamp: at(ms + 65),
          message: { role: 'user', content: [result] },
        },
      };
    });
    if (written === 'in turns') return made.flatMap(({ asked, told }) => [asked, told]);
    return [...made.map(({ asked }) => asked), ...made.map(({ told }) => told)];
  });
  const message = { role: 'user', content: 'find the cat' };
  return [{ ...frame, type: 'user', uuid: 'p', timestamp: at(0), message }, ...rows.flat()];
}

test.each(['results last', 'in turns'] as const)(
  'calls of one answer go to the model together, whenever each was done: %s',
  async (written) => {
    const path = '.claude/projects/-house/s.jsonl';
    expect(await scanned(path, claudeAnswers(3, written))).toEqual([]);
    const [found] = await scanned(path, claudeAnswers(4, written));
    expect(found?.scores).toEqual(LIVE);
  },
);

test('a client that sends results in the order of its calls is read so, whichever was done first', async () => {
  const rows = Array.from({ length: 4 }, (_, answer) => {
    const toolRequests = LOOKS.map((command, call) => ({
      toolCallId: `t${answer}-${call}`,
      name: 'bash',
      arguments: { command },
    }));
    const told = toolRequests.toReversed().map(({ toolCallId, arguments: { command } }, place) => {
      const content = command === 'ls' ? 'attic.txt\ncellar.txt' : 'two trunks and a lamp';
      const timestamp = at(1_000 * (answer + 1) + 70 * place);
      const data = { toolCallId, success: true, result: { content } };
      return { type: 'tool.execution_complete', timestamp, data };
    });
    const data = { content: 'I look.', toolRequests };
    return [{ type: 'assistant.message', timestamp: at(1_000 * answer + 900), data }, ...told];
  });
  const path = '.copilot/session-state/s/events.jsonl';
  const start = { sessionId: 's', producer: 'copilot-agent', context: { cwd: '/house' } };
  const head = [
    { type: 'session.start', timestamp: at(0), data: start },
    { type: 'user.message', timestamp: at(1), data: { content: 'find the cat' } },
  ];
  const [found] = await scanned(path, [...head, ...rows.flat()]);
  expect(found?.scores).toEqual(LIVE);
});
