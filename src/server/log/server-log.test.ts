/** The log: one line an entry, free of secrets, bounded, counted; a file that turns over; a reader who is a person. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fileSink, type LogSink } from './log-sink.ts';
import { serverLog, type ServerLogParts } from './server-log.ts';

const KEY = `sk-ant-api03-${'a'.repeat(93)}AA`;

function memory(more: Partial<ServerLogParts> = {}) {
  const lines: string[] = [];
  const sink: LogSink = { write: (line) => lines.push(line), close: () => undefined };
  const log = serverLog({ level: 'debug', sink, nowMs: () => 0, ...more });
  return { lines, log };
}

describe('a line', () => {
  test('is one JSON object with the ids of the journal, the stack and the cause', () => {
    const { lines, log } = memory();
    const error = new Error('it broke', { cause: new TypeError('no such thing') });
    log.error('proxy', 'answering POST', error, { agent: 'crawler', call: 'c1', request: 'r1' });
    expect(lines).toHaveLength(1);
    const line = JSON.parse(lines[0] ?? '') as { error: { stack: string[] } };
    expect(line).toMatchObject({
      time: '1970-01-01T00:00:00.000Z',
      level: 'error',
      where: 'proxy',
      what: 'answering POST',
      agent: 'crawler',
      call: 'c1',
      request: 'r1',
      error: { name: 'Error', message: 'it broke', cause: { name: 'TypeError' } },
    });
    expect(line.error.stack[0]).toMatch(/^at .*server-log\.test\.ts/);
  });

  test('holds no secret, no line end and never more than so much', () => {
    const { lines, log } = memory();
    log.warn('alerts', `sending with ${KEY}`, new Error(`${KEY}\nand ${'x'.repeat(100_000)}`));
    expect(lines[0]).not.toContain(KEY);
    expect(lines[0]).toContain('[redacted');
    expect(lines[0]?.length).toBeLessThan(10_000);
    expect(log.last()[0]?.problem).not.toContain(KEY);
  });

  test('for a terminal is short', () => {
    const { lines, log } = memory({ isTerminal: true });
    log.error('gate', 'keeping evidence', new Error('disk full'), { agent: 'crawler', call: 'c1' });
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d error gate: keeping evidence: disk full \(crawler c1\)$/,
    );
  });

  test.each([true, false])(
    'turns no text around and begins no other (terminal: %s)',
    (isTerminal) => {
      const { lines, log } = memory({ isTerminal });
      const forged = '\u202Eevil\u2066\u2028 12:00:00 error\u009B31m\u0007';
      log.error('proxy', `asking ${forged}`, new Error(forged), { agent: forged, call: forged });
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
    },
  );

  test('whatever was thrown', () => {
    const { lines, log } = memory();
    for (const thrown of [null, undefined, 'text', { a: 1 }, Symbol('s')]) {
      log.error('server', 'trying', thrown);
    }
    expect(lines).toHaveLength(5);
  });
});

test('the level leaves lines out, and problems are counted all the same', () => {
  const { lines, log } = memory({ level: 'error' });
  log.warn('store', 'writing', new Error('busy'));
  log.info('server', 'started');
  log.debug('server', 'looking');
  expect(lines).toEqual([]);
  expect([...log.counts()]).toEqual([['store', 1]]);
});

test('the last ten problems are kept, the newest first', () => {
  const { log } = memory();
  for (let n = 1; n <= 12; n += 1) log.error('control', `try ${n}`, new Error('no'));
  expect(log.last()).toHaveLength(10);
  expect(log.last()[0]?.problem).toBe('try 12: no');
  expect(log.counts().get('control')).toBe(12);
});

test('a flood is cut and told', () => {
  let now = 0;
  const { lines, log } = memory({ nowMs: () => now });
  for (let n = 0; n < 1_000; n += 1) log.error('proxy', 'answering', new Error('no'));
  expect(lines).toHaveLength(100);
  now = 1_000;
  log.error('proxy', 'answering', new Error('no'));
  expect(lines).toHaveLength(102);
  expect(lines[100]).toContain('900 lines were left out');
});

describe('a file', () => {
  function folder(): string {
    const made = mkdtempSync(join(tmpdir(), 'tripwire-log-'));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  test('turns over before it grows too large, and is gone on with', () => {
    const file = join(folder(), 'logs', 'tripwire.log');
    const sink = fileSink(file, () => undefined, 100);
    for (let n = 0; n < 5; n += 1) sink.write(`${n}`.repeat(39));
    sink.close();
    fileSink(file, () => undefined, 100).write('again');
    const whole = (name: string) => readFileSync(name, 'utf8').trim().split('\n').length;
    expect([whole(file), whole(`${file}.1`)]).toEqual([2, 2]);
  });

  test('that cannot be written any more is told once, and stops nothing', () => {
    const at = folder();
    const file = join(at, 'tripwire.log');
    const told: string[] = [];
    const sink = fileSink(file, (problem) => told.push(problem), 10);
    sink.write('12345678');
    rmSync(at, { recursive: true });
    for (let n = 0; n < 3; n += 1) sink.write('12345678');
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('cannot be written');
  });
});
