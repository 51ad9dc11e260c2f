/** Files that a person names: message logs, trajectories, folders, and what is wrong with them. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findTranscripts } from '../../src/clients/transcripts/find-transcripts.ts';
import { givenTranscripts } from '../../src/clients/transcripts/given-transcripts.ts';
import { readRuns } from '../../src/clients/transcripts/read-runs.ts';
import type { Thread, TranscriptEvent } from '../../src/detect/index.ts';
import type { BrokenPlace, Run } from '../../src/transcripts/index.ts';
import { transcriptFixture } from '../kit/client-homes.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder('given');
});

/** A run with the texts it lets go. */
type ReadRun = Run & { readonly thread: Thread };

async function read(paths: readonly string[], sinceMs: number | null = null) {
  const broken: BrokenPlace[] = [];
  const onBroken = (place: BrokenPlace) => void broken.push(place);
  const files = await givenTranscripts(paths, onBroken);
  const runs: ReadRun[] = [];
  const events: TranscriptEvent[] = [];
  const onEvent = (event: TranscriptEvent) => void events.push(event);
  for await (const run of readRuns(files, { onBroken, onEvent, sinceMs })) {
    runs.push({ ...run, thread: { id: run.id, events: events.splice(0) } });
  }
  return { runs, broken };
}

function write(name: string, value: unknown): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

const lines = (...values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
const kinds = (run: Run | undefined) => run?.events.map(({ kind }) => kind).join(' ');

const user = (content: unknown) => ({ role: 'user', content });
const call = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'ls', arguments: '{"a":1}' } }],
});
const answer = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'none' });

describe('message logs', () => {
  test('a conversation in OpenAI’s chat form', async () => {
    const file = write('chat.json', [user('go'), call('c1'), answer('c1')]);
    const { runs } = await read([file]);
    expect(runs[0]).toMatchObject({ client: 'message-log', id: 'chat', modelCalls: [] });
    expect(runs[0]?.thread.events).toMatchObject([
      { kind: 'prompt', text: 'go' },
      { kind: 'tool', tool: 'ls', args: { a: 1 }, result: 'none' },
    ]);
  });

  test('a conversation in Anthropic’s form, one message a line', async () => {
    const use = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } };
    const result = { type: 'tool_result', tool_use_id: 't', content: 'no', is_error: true };
    const text = { type: 'text', text: 'Let me see.' };
    const file = write(
      'messages.jsonl',
      lines(user('go'), { role: 'assistant', content: [text, use] }, user([result])),
    );
    const { runs } = await read([file]);
    expect(runs[0]?.thread.events).toMatchObject([
      { kind: 'prompt' },
      { kind: 'tool', tool: 'Bash', result: 'no', isError: true },
    ]);
  });

  test('a conversation in the Responses form', async () => {
    const made = { type: 'function_call', call_id: 'c', name: 'ls', arguments: '{}' };
    const output = { type: 'function_call_output', call_id: 'c', output: 'none' };
    const file = write('request.json', { model: 'm', input: [user('go'), made, output] });
    expect(kinds((await read([file])).runs[0])).toBe('prompt tool');
  });

  test('a log of requests that carry the history again: each step once, usage where it was', async () => {
    const exchange = (messages: unknown[], cached: number) => ({
      request: { model: 'gpt-5.1', messages },
      response: {
        usage: {
          prompt_tokens: 100,
          completion_tokens: 10,
          prompt_tokens_details: { cached_tokens: cached },
        },
      },
    });
    const history = [user('go'), call('c1'), answer('c1'), call('c2'), answer('c2')];
    const other = [user('another task')];
    const file = write(
      'log.jsonl',
      lines(
        exchange(history.slice(0, 1), 0),
        exchange(other, 0),
        exchange(history.slice(0, 3), 60),
        exchange(history, 60),
      ),
    );
    const { runs } = await read([file]);
    expect(runs.map(({ id }) => id)).toEqual(['log#1', 'log#2']);
    expect(kinds(runs[0])).toBe('prompt tool tool');
    expect(runs[0]?.modelCalls.map(({ firstEvent }) => firstEvent)).toEqual([1, 2, 3]);
    expect(runs[0]?.modelCalls[1]?.usage).toMatchObject({
      inputTokens: 40,
      cacheReadTokens: 60,
      outputTokens: 10,
    });
  });
});

test('a trajectory of SWE-agent', async () => {
  const step = { action: 'open src/a.py 10\n', observation: 'none', response: 'r' };
  const file = write('task.traj', {
    trajectory: [step, { action: '', response: 'done' }],
    info: {},
  });
  const { runs } = await read([file]);
  expect(runs[0]).toMatchObject({ id: 'task', client: 'swe-agent', modelCalls: [] });
  expect(runs[0]?.thread.events).toMatchObject([
    { kind: 'tool', tool: 'open', args: { command: 'src/a.py 10' }, result: 'none' },
    { kind: 'response', text: 'done' },
  ]);
});

describe('what cannot be read', () => {
  test('a broken line is reported with its place, the rest is read', async () => {
    const file = write('m.jsonl', `${lines(user('go'))}{"role":\n[]\n${lines(user('on'))}`);
    const { runs, broken } = await read([file]);
    expect(kinds(runs[0])).toBe('prompt prompt');
    expect(broken).toEqual([
      { file, line: 2, problem: 'the line is not JSON' },
      { file, line: 3, problem: 'the line is not a JSON object' },
    ]);
  });

  test('the last line of a file that is being written may be cut off', async () => {
    const file = write('m.jsonl', `${lines(user('go'))}{"role":"us`);
    const { runs, broken } = await read([file]);
    expect(runs).toHaveLength(1);
    expect(broken).toEqual([]);
  });

  test('a named file must be a transcript; a folder is searched in silence', async () => {
    const odd = write('package.json', { name: 'x' });
    write('inside/chat.json', [user('go')]);
    const missing = join(folder, 'none');
    const { runs, broken } = await read([odd, missing, folder]);
    expect(runs).toHaveLength(1);
    expect(broken).toEqual([
      { file: odd, line: null, problem: 'not a transcript of a known form' },
      { file: missing, line: null, problem: 'no such file or folder' },
    ]);
  });

  test('a trajectory that is no JSON is reported as a whole', async () => {
    const file = write('bad.traj', '{');
    expect((await read([file])).broken).toEqual([
      { file, line: null, problem: 'the file is not JSON' },
    ]);
  });
});

describe('which runs', () => {
  test('a run that was named twice is read once', async () => {
    const file = transcriptFixture('codex/stuck.jsonl');
    expect((await read([file, file])).runs).toHaveLength(1);
  });

  test('since: the end of the run counts, and an old file is not opened', async () => {
    const file = transcriptFixture('codex/stuck.jsonl');
    const endedAtMs = (await read([file])).runs[0]?.endedAtMs ?? 0;
    expect((await read([file], endedAtMs)).runs).toHaveLength(1);
    expect((await read([file], endedAtMs + 1)).runs).toHaveLength(0);
    const old = write('old.jsonl', `oops\n${lines(user('go'))}`);
    utimesSync(old, 1, 1);
    expect(await read([old], 2_000)).toEqual({ runs: [], broken: [] });
  });

  test('the variables with which the clients move their folders are honoured', async () => {
    const at = (name: string) => write(name, '{}');
    at('c/projects/p/a.jsonl');
    at('x/sessions/2026/01/02/rollout-a.jsonl');
    at('d/opencode/opencode.db');
    at('d/opencode/auth.json');
    const env = {
      CLAUDE_CONFIG_DIR: join(folder, 'c'),
      CODEX_HOME: join(folder, 'x'),
      XDG_DATA_HOME: join(folder, 'd'),
    };
    const found = await findTranscripts(join(folder, 'home'), env);
    expect(found.map(({ form }) => form.name)).toEqual([
      'claude-code',
      'codex',
      'opencode-database',
    ]);
    expect(await findTranscripts(join(folder, 'home'), {})).toEqual([]);
  });
});
