/** What a person says about a run becomes a case that the benchmark's reader reads, without secrets. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { detectThread } from '../../src/detect/index.ts';
import { readCorpus, type CorpusRun } from '../../src/transcripts/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const token = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
const look = (index: number) => ({
  kind: 'tool',
  tool: 'read_file',
  args: { path: 'config/private-plan.txt', note: `Bearer ${token}` },
  result: `line ${index} of 9: the plan of the merger`,
  t_ms: index * 9000,
});
const again = (index: number) => ({ ...look(index), result: 'the plan of the merger' });
const prompt = { kind: 'llm', prompt: 'Find the plan.', t_ms: 0 };
const runs = {
  loop: {
    id: 'loop',
    events: [prompt, ...Array.from({ length: 8 }, (_, index) => again(index + 1))],
  },
  work: {
    id: 'work',
    events: [prompt, ...Array.from({ length: 5 }, (_, index) => look(index + 1))],
  },
};

function recorded(name: keyof typeof runs): string {
  const file = join(temporaryFolder('marked'), `${name}.jsonl`);
  writeFileSync(file, `${JSON.stringify(runs[name])}\n`);
  return file;
}

async function readBack(text: string): Promise<CorpusRun> {
  const file = join(temporaryFolder('cases'), 'mine.jsonl');
  writeFileSync(file, text);
  for await (const run of readCorpus([file], ({ problem }) => expect.fail(problem))) return run;
  return expect.fail('no case was written');
}

describe('tripwire detect --as', () => {
  test('writes a stuck run as a case: label, where the loop began, the events, no secret', async () => {
    const { code, stdout } = await runTripwire(['detect', '--as', 'stuck', recorded('loop')]);
    expect(code).toBe(0);
    expect(stdout).not.toContain(token);
    expect(stdout).toContain('the plan of the merger');
    const made = await readBack(stdout);
    expect(made).toMatchObject({
      id: 'loop',
      expect: 'stuck',
      loopStart: 2,
      caseClass: 'semantic',
    });
    expect(made.threads.map((thread) => detectThread(thread).firedAt)).toEqual([5]);
  });

  test('writes a healthy run that was stopped or not, and content only if it may', async () => {
    const args = ['detect', '--as', 'healthy', '--content-free', recorded('work')];
    const { code, stdout } = await runTripwire(args);
    expect(code).toBe(0);
    for (const word of ['merger', 'plan', 'config', 'Find', 'work', token]) {
      expect(stdout).not.toContain(word);
    }
    const made = await readBack(stdout);
    expect(made).toMatchObject({ expect: 'not_stuck', loopStart: null });
    expect(made.threads[0]?.events).toHaveLength(6);
    expect(made.threads.map((thread) => detectThread(thread).firedAt)).toEqual([null]);
  });

  test('keeps the verdict of a loop without its content', async () => {
    const args = ['detect', '--as', 'stuck', '--content-free', recorded('loop')];
    const { stdout, stderr } = await runTripwire(args);
    const made = await readBack(stdout);
    expect(made.threads.map((thread) => detectThread(thread).firedAt)).toEqual([5]);
    expect(stderr).not.toContain('without its content');
  });

  test('refuses what it does not understand, and changes nothing', async () => {
    const file = recorded('work');
    const before = readFileSync(file, 'utf8');
    for (const wrong of [['--as', 'fine'], ['--content-free'], ['--as', 'stuck', '--json']]) {
      const { code, stdout } = await runTripwire(['detect', ...wrong, file]);
      expect(code, wrong.join(' ')).toBe(2);
      expect(stdout).toBe('');
    }
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});
