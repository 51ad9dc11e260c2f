/** The corpus reader: what it makes of each form, and what it says of what it cannot read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { readCorpus, type BrokenPlace, type CorpusRun } from '../index.ts';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder('corpus');
});

function write(name: string, ...lines: readonly unknown[]): string {
  const file = join(folder, name);
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(file, `${texts.join('\n')}\n`);
  return file;
}

async function read(...paths: readonly string[]) {
  const runs: CorpusRun[] = [];
  const broken: BrokenPlace[] = [];
  for await (const run of readCorpus(paths, (place) => broken.push(place))) runs.push(run);
  return { runs, broken };
}

async function readOne(run: unknown): Promise<CorpusRun> {
  const { runs, broken } = await read(write('one.jsonl', run));
  expect(broken).toEqual([]);
  expect(runs).toHaveLength(1);
  return runs[0] as CorpusRun;
}

describe('events', () => {
  test('a call keeps its arguments, outcome, error, hints and time', async () => {
    const run = await readOne({
      id: 'r',
      stuck: true,
      loop_start_event: 1,
      events: [
        { kind: 'tool', tool: 'sql', args: { a: 'Aa' }, result: 'La', hints: ['short', 'odd'] },
        { kind: 'tool', tool: 'sql', args: '{"a":1}', error: 'Eb', t_ms: 5 },
        { kind: 'tool', tool: 'sql', args: 'select 1', result: 'Lc', error: 'Ed' },
      ],
    });
    expect(run).toMatchObject({ id: 'r', expect: 'stuck', loopStart: 1, caseClass: null });
    expect(run.threads[0]?.events).toEqual([
      { kind: 'tool', tool: 'sql', args: { a: 'Aa' }, result: 'La', hints: ['short'] },
      {
        kind: 'tool',
        tool: 'sql',
        args: { a: 1 },
        result: 'Eb',
        isError: true,
        error: 'Eb',
        atMs: 5,
      },
      { kind: 'tool', tool: 'sql', args: 'select 1', result: 'Lc', isError: true, error: 'Ed' },
    ]);
  });

  test('prompt and response of one model call are two events of one place', async () => {
    const { threads, ...run } = await readOne({
      id: 'r',
      expect: 'not_stuck',
      class: 'semantic',
      events: [
        { kind: 'llm', prompt: 'go', response: 'gone', t_ms: 1 },
        { kind: 'llm', response: '[compacted]' },
        { kind: 'llm', response: 'I read about [compacted] logs.' },
      ],
    });
    expect(run).toMatchObject({ expect: 'not_stuck', loopStart: null, caseClass: 'semantic' });
    expect(threads).toEqual([
      {
        id: 'r',
        events: [
          { kind: 'prompt', text: 'go', atMs: 1 },
          { kind: 'response', text: 'gone', atMs: 1 },
          { kind: 'compaction' },
          { kind: 'response', text: 'I read about [compacted] logs.' },
        ],
        origins: [0, 0, 1, 2],
      },
    ]);
  });
});

describe('threads', () => {
  const tool = (agent?: string) => ({ kind: 'tool', tool: 't', args: {}, result: '', agent });
  const prompt = { kind: 'llm', prompt: 'U' };

  async function threadsOf(...events: readonly unknown[]) {
    const { threads } = await readOne({ id: 'r', events });
    return threads.map(({ id, origins }) => [id, origins]);
  }

  test('each agent has its own; words without a name are those of the one that began', async () => {
    expect(await threadsOf(prompt, tool('main'), tool('sub'), prompt, tool('main'))).toEqual([
      ['r#main', [0, 1, 3, 4]],
      ['r#sub', [2]],
    ]);
  });

  test('a call without a name belongs to a nameless agent, and so do the words', async () => {
    expect(await threadsOf(tool('other'), prompt, tool(), tool('other'))).toEqual([
      ['r#other', [0, 3]],
      ['r', [1, 2]],
    ]);
  });
});

describe('files', () => {
  const run = (id: string) => ({ id, events: [] });

  test('folders are read in order, in every form of file', async () => {
    mkdirSync(join(folder, 'b'));
    write('b/two.jsonl', run('4'), '', run('5'));
    write('a.json', JSON.stringify([run('1'), run('2')], null, 2));
    write('a2.json', JSON.stringify(run('3'), null, 2));
    write('c.json', run('6'), run('7'));
    write('notes.md', 'not a run');
    const { runs, broken } = await read(folder);
    expect(runs.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(runs.every(({ expect: label }) => label === null)).toBe(true);
    expect(runs[4]?.source).toEqual({ file: join(folder, 'b/two.jsonl'), line: 3 });
    expect(broken).toEqual([]);
  });

  test.each([
    ['{"id":', 'not JSON: '],
    ['[]', 'a run must be an object'],
    [{ events: [] }, 'id must be a text'],
    [{ id: 'x' }, 'events must be a list'],
    [{ id: 'x', expect: 'perhaps', events: [] }, 'expect must be "stuck" or "not_stuck"'],
    [{ id: 'x', loop_start_event: -1, events: [] }, 'loop_start_event must be'],
    [{ id: 'x', events: [7] }, 'event 0 must be an object'],
    [{ id: 'x', events: [{ kind: 'talk' }] }, 'event 0: kind must be "tool" or "llm", not "talk"'],
    [{ id: 'x', events: [{ kind: 'tool' }] }, 'event 0: tool must be a text'],
    [{ id: 'x', events: [{ kind: 'tool', tool: 't', result: 1 }] }, 'result must be a text'],
    [{ id: 'x', events: [{ kind: 'llm' }] }, 'event 0: an llm event needs a prompt or a response'],
    [{ id: 'x', events: [{ kind: 'llm', prompt: '', t_ms: '1' }] }, 't_ms must be a number'],
  ])('%j is reported with its place and the next line is read', async (line, problem) => {
    const file = write('some.jsonl', run('1'), line, run('2'));
    const { runs, broken } = await read(file);
    expect(runs.map(({ id }) => id)).toEqual(['1', '2']);
    expect(broken).toMatchObject([{ file, line: 2 }]);
    expect(broken[0]?.problem).toContain(problem);
  });

  test('bytes that are not UTF-8 and missing files are reported', async () => {
    const file = join(folder, 'bytes.jsonl');
    writeFileSync(file, Buffer.from([0x22, 0xff, 0x22, 0x0a]));
    const missing = join(folder, 'none');
    expect((await read(file, missing)).broken).toEqual([
      { file: missing, line: null, problem: 'no such file or folder' },
      { file, line: 1, problem: 'the line is not valid UTF-8' },
    ]);
  });

  test('a broken JSON file is reported as a whole', async () => {
    const file = write('bad.json', '{', '  "id": oops', '}');
    expect((await read(file)).broken).toMatchObject([{ file, line: null }]);
  });

  test('what the caller throws ends the reading: it refuses', async () => {
    const file = write('some.jsonl', run('1'), 'oops', run('2'));
    const refuse = ({ line }: BrokenPlace) => {
      throw new Error(`line ${line}`);
    };
    const reading = readCorpus([file], refuse);
    await expect(reading.next()).resolves.toMatchObject({ value: { id: '1' } });
    await expect(reading.next()).rejects.toThrow('line 2');
  });
});
