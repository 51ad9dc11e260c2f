/** What each client leaves on a disk, read into runs: events, usage, threads. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findTranscripts } from '../../src/clients/transcripts/find-transcripts.ts';
import { givenTranscripts } from '../../src/clients/transcripts/given-transcripts.ts';
import { readRuns } from '../../src/clients/transcripts/read-runs.ts';
import { detectThread, type Thread, type TranscriptEvent } from '../../src/detect/index.ts';
import { totalTokens } from '../../src/prices/index.ts';
import type { BrokenPlace, Run } from '../../src/transcripts/index.ts';
import { homeOfFourClients, makeOpencodeDatabase, transcriptFixture } from '../kit/client-homes.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder('transcripts');
});

/** A run with the texts it lets go. */
type ReadRun = Run & { readonly thread: Thread };

async function read(...paths: readonly string[]) {
  const broken: BrokenPlace[] = [];
  const onBroken = (place: BrokenPlace) => void broken.push(place);
  const files = await givenTranscripts(paths, onBroken);
  const runs: ReadRun[] = [];
  const events: TranscriptEvent[] = [];
  const onEvent = (event: TranscriptEvent) => void events.push(event);
  for await (const run of readRuns(files, { onBroken, onEvent, sinceMs: null })) {
    runs.push({ ...run, thread: { id: run.id, events: events.splice(0) } });
  }
  return { runs, broken };
}

async function readOne(path: string): Promise<ReadRun> {
  const { runs, broken } = await read(path);
  expect(broken).toEqual([]);
  expect(runs).toHaveLength(1);
  return runs[0] as ReadRun;
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const lines = (...values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
const kinds = ({ events }: Run) => events.map(({ kind }) => kind).join(' ');
const tokens = ({ modelCalls }: Run) =>
  modelCalls.reduce((sum, { usage }) => sum + totalTokens(usage), 0);

describe('four clients', () => {
  let home = '';
  beforeEach(() => {
    home = homeOfFourClients();
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });

  test('each has a stuck run and a healthy one, and only the stuck ones are found', async () => {
    const found: string[] = [];
    const reading = { onBroken: (place: BrokenPlace) => expect(place).toBeNull(), sinceMs: null };
    for await (const run of readRuns(await findTranscripts(home, {}), reading)) {
      const stop = run.events.find(({ verdict }) => verdict.level === 'stop');
      found.push(`${run.client} ${run.project}: ${stop?.verdict.rule ?? 'healthy'}`);
    }
    expect(found.toSorted()).toEqual(
      ['claude-code', 'codex', 'gemini-cli', 'opencode'].flatMap((client) => [
        `${client} healthy: healthy`,
        `${client} stuck: no-progress`,
      ]),
    );
  });
});

test.each(['claude-code', 'codex', 'gemini-cli'])(
  'judged while it is read, a run of %s has the verdict of the whole thread',
  async (client) => {
    for (const name of ['stuck', 'healthy']) {
      const { events, thread } = await readOne(transcriptFixture(`${client}/${name}.jsonl`));
      const stop = events.findIndex(({ verdict }) => verdict.level === 'stop');
      expect(stop).toBe(detectThread(thread).firedAt ?? -1);
      expect(events.map(({ kind }) => kind)).toEqual(thread.events.map(({ kind }) => kind));
    }
  },
);

describe('Claude Code', () => {
  test('an answer in several lines is one answer, and usage stands where it began', async () => {
    const run = await readOne(transcriptFixture('claude-code/stuck.jsonl'));
    expect(run).toMatchObject({ client: 'claude-code', project: 'stuck' });
    expect(kinds(run)).toBe(`prompt${' tool'.repeat(7)} response`);
    expect(run.thread.events[1]).toMatchObject({
      kind: 'tool',
      tool: 'Bash',
      args: { command: 'cat notes/missing.txt' },
      result: 'Exit code 1\ncat: notes/missing.txt: No such file or directory',
      isError: true,
    });
    expect(run.modelCalls.map(({ firstEvent }) => firstEvent)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(run.modelCalls[1]).toEqual({
      model: 'claude-sonnet-4-5',
      usage: { inputTokens: 1050, cacheReadTokens: 4000, cacheWriteTokens: 100, outputTokens: 80 },
      firstEvent: 2,
      atMs: Date.parse('2026-11-15T11:46:21.143Z'),
    });
  });

  test('a subagent is a run of its own under the session it belongs to', async () => {
    const run = await readOne(transcriptFixture('claude-code/subagent.jsonl'));
    expect(run.id).toMatch(/#ab06cdb3b4071fe3f$/);
    expect(detectThread(run.thread).firedAt).not.toBeNull();
    expect(run.title).toBe('find the notes');
  });

  test('a compaction is one event; notes of the client are no words of a person', async () => {
    const run = await readOne(transcriptFixture('claude-code/compacted.jsonl'));
    expect(kinds(run)).toBe('prompt tool response response compaction');
  });

  test('side chains of older versions are threads of their own', async () => {
    const line = (uuid: string, parentUuid: string | null, text: string, side: boolean) => ({
      type: 'user',
      sessionId: 's',
      uuid,
      parentUuid,
      isSidechain: side,
      message: { role: 'user', content: text },
    });
    const { runs } = await read(
      write(
        's.jsonl',
        lines(
          line('a', null, 'main', false),
          line('b', null, 'one', true),
          line('c', null, 'two', true),
          line('d', 'b', 'one again', true),
        ),
      ),
    );
    expect(runs.map((run) => [run.id, run.events.length])).toEqual([
      ['s', 1],
      ['s#side-b', 2],
      ['s#side-c', 1],
    ]);
  });
});

describe('Codex', () => {
  test('calls, results and usage records', async () => {
    const run = await readOne(transcriptFixture('codex/stuck.jsonl'));
    expect(run).toMatchObject({ client: 'codex', project: 'stuck' });
    expect(kinds(run)).toBe(`prompt${' tool'.repeat(7)} response`);
    expect(run.modelCalls).toHaveLength(8);
    expect(run.modelCalls[0]).toEqual({
      model: 'gpt-5.1-codex',
      usage: { inputTokens: 1100, cacheReadTokens: 4000, cacheWriteTokens: 0, outputTokens: 80 },
      firstEvent: 1,
      atMs: Date.parse('2026-11-15T11:46:23.420Z'),
    });
  });

  test('a summary is a compaction and no answer', async () => {
    const run = await readOne(transcriptFixture('codex/compacted.jsonl'));
    expect(kinds(run)).toContain('tool compaction tool');
    expect(kinds(run)).not.toContain('response');
  });

  test('older versions: running counts, told twice, and exit codes in a JSON text', async () => {
    const count = (total: number) => ({
      type: 'event_msg',
      payload: {
        type: 'token_count',
        info: {
          total_token_usage: { total_tokens: total },
          last_token_usage: { input_tokens: 90, cached_input_tokens: 40, output_tokens: 10 },
        },
      },
    });
    const item = (payload: object) => ({ type: 'response_item', payload });
    const output = JSON.stringify({ output: 'gone', metadata: { exit_code: 2 } });
    const run = await readOne(
      write(
        'rollout-old.jsonl',
        lines(
          { type: 'session_meta', payload: { id: 'old' } },
          item({ type: 'local_shell_call', call_id: 'c', action: { command: ['ls'] } }),
          count(100),
          item({ type: 'function_call_output', call_id: 'c', output }),
          count(100),
          count(200),
        ),
      ),
    );
    expect(run.thread.events).toMatchObject([{ kind: 'tool', result: 'gone', isError: true }]);
    expect(tokens(run)).toBe(200);
  });
});

describe('Gemini CLI', () => {
  test('a message that is written again counts once, and results lose the client’s own notes', async () => {
    const run = await readOne(transcriptFixture('gemini-cli/stuck.jsonl'));
    expect(kinds(run)).toBe(`prompt${' tool'.repeat(7)} response`);
    expect(run.thread.events[1]).toMatchObject({ tool: 'run_shell_command' });
    expect(JSON.stringify(run.thread.events)).not.toContain('PGID');
    expect(run.modelCalls[0]).toMatchObject({
      model: 'gemini-2.5-pro',
      usage: { inputTokens: 1100, cacheReadTokens: 4000, outputTokens: 80 },
    });
    expect(run.modelCalls).toHaveLength(8);
  });

  test('a rewind takes messages back; older versions keep one JSON file', async () => {
    const message = (id: string, text: string) => ({ id, type: 'user', content: text });
    const head = { sessionId: 'g', projectHash: 'p' };
    const newer = await readOne(
      write(
        'tmp/notes/chats/session-a.jsonl',
        lines(
          head,
          message('1', 'one'),
          message('2', 'two'),
          { $rewindTo: '2' },
          message('3', 'x'),
        ),
      ),
    );
    expect(newer.project).toBe('notes');
    expect(newer.thread.events).toMatchObject([{ text: 'one' }, { text: 'x' }]);
    const messages = [message('1', 'one')];
    const older = write('session-b.json', JSON.stringify({ ...head, sessionId: 'h', messages }));
    expect((await readOne(older)).thread.events).toMatchObject([{ text: 'one' }]);
  });
});

describe('OpenCode', () => {
  test('a database in use is read without a trace beside it', async () => {
    const file = join(folder, 'opencode.db');
    const open = makeOpencodeDatabase(file, 'opencode/rows.jsonl');
    const before = readdirSync(folder);
    expect(before).toContain('opencode.db-wal');
    const { runs, broken } = await read(file);
    expect(broken).toEqual([]);
    expect(readdirSync(folder)).toEqual(before);
    open.close();
    expect(runs.map(kinds)).toEqual([
      `prompt${' tool'.repeat(7)} response`,
      `prompt${' tool'.repeat(7)} response`,
    ]);
    expect(runs[0]?.modelCalls[0]).toEqual({
      model: 'gpt-5.1',
      usage: { inputTokens: 1100, cacheReadTokens: 4000, cacheWriteTokens: 0, outputTokens: 80 },
      firstEvent: 1,
      atMs: Date.parse('2026-11-15T11:46:34.849Z'),
    });
  });

  test('a compaction is an event, its summary and the client’s order to go on are not', async () => {
    const file = join(folder, 'opencode.db');
    makeOpencodeDatabase(file, 'opencode/compacted-rows.jsonl').close();
    const run = await readOne(file);
    expect(kinds(run)).toContain('tool compaction tool');
    expect(kinds(run).match(/prompt/g)).toHaveLength(1);
  });

  test('the older storage: a file for each session, message and part', async () => {
    const file = write(
      'storage/session/p/ses_1.json',
      JSON.stringify({ id: 'ses_1', directory: '/home/ada/old' }),
    );
    write('storage/message/ses_1/msg_1.json', JSON.stringify({ id: 'msg_1', role: 'user' }));
    write('storage/part/msg_1/prt_1.json', JSON.stringify({ type: 'text', text: 'go' }));
    const run = await readOne(file);
    expect(run).toMatchObject({ id: 'ses_1', project: 'old', client: 'opencode' });
    expect(run.thread.events).toMatchObject([{ kind: 'prompt', text: 'go' }]);
  });

  test('a file that is no database is reported', async () => {
    const file = write('opencode.db', 'no database');
    expect((await read(file)).broken).toMatchObject([{ file, line: null }]);
  });
});
