/** Stepping through a session on a terminal: keys, and screens that fit. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { LoopProject } from '../../../test/loop/loop-project.ts';
import { readTrajectory, type Trajectory } from '../../loop/index.ts';
import { paint, widthOf } from '../terminal/styled-line.ts';
import { movesIn, sessionScreen, stepThrough, type KeyStream } from './session-screen.ts';
import type { SessionReplay } from './session-text.ts';

async function replay(): Promise<SessionReplay> {
  const project = new LoopProject();
  for (let count = 0; count < 20; count += 1)
    await project.call('Read', { file_path: `a${count}` });
  await project.bash('rm .geometry/\u001b[31mSTOP');
  await project.send('session-end', {});
  const read = readTrajectory(project.path('replays/s1.json'));
  return { parts: [read as Trajectory], lost: null };
}

function screen(of: SessionReplay, index: number, columns = 100, rows = 24): readonly string[] {
  return sessionScreen(of, index, columns, rows).map((line) => paint(line, false));
}

test('keys', () => {
  expect(movesIn(' \u001b[C\u001bOC')).toEqual(['next', 'next', 'next']);
  expect(movesIn('\u001b[D\u001bODq\u0003')).toEqual(['back', 'back', 'quit', 'quit']);
  expect(movesIn('x\u001b[A\n')).toEqual([]);
});

test('the present step with its state, action, answer and why, among its neighbours', async () => {
  const session = await replay();
  const lines = screen(session, 40);
  expect(lines.filter((line) => line.startsWith('▶'))).toEqual([
    expect.stringMatching(/▶ +41 .* planning → planning +run_command .* deny$/) as string,
  ]);
  expect(lines).toContain('state:  planning → planning by run_command');
  expect(lines).toContain('answer: deny');
  expect(lines).toContain('why: PROTECTED_PATH, the call touches files of Tripwire');
  expect(lines.at(-1)).toBe('step 41 of 42   space or → next   ← back   q quit');
});

test('every screen fits its terminal', async () => {
  const session = await replay();
  for (const [columns, rows] of [
    [40, 10],
    [80, 24],
    [200, 60],
  ] as const) {
    for (const index of [0, 20, 41]) {
      const lines = sessionScreen(session, index, columns, rows);
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
  }
});

test('a loss is on every screen, and only what stands before it is shown', async () => {
  const session = await replay();
  const [part] = session.parts;
  const lost = { file: part?.file ?? '', step: 1, problem: 'changed' };
  const lines = screen({ ...session, lost }, 0);
  expect(lines[1]).toContain('parity lost at step 1');
  expect(lines.at(-1)).toContain('step 0 of 0');
});

test('the terminal is given back', async () => {
  const raw: boolean[] = [];
  const input = new PassThrough();
  const keys = Object.assign(input, {
    setRawMode: (mode: boolean) => raw.push(mode),
  }) as unknown as KeyStream;
  const output = new PassThrough();
  const drawn: string[] = [];
  output.on('data', (chunk: Buffer) => drawn.push(chunk.toString()));
  input.write('   \u001b[Dq');
  await stepThrough(
    await replay(),
    keys,
    Object.assign(output, { columns: 100, rows: 24 }) as never,
  );
  expect(raw).toEqual([true, false]);
  expect(drawn.join('')).toContain('step 1 of 42');
  expect(drawn.at(-1)).toContain('\u001b[?1049l');
});
