import { describe, expect, it } from 'vitest';
import {
  keptCalls,
  SESSIONS_MAX,
  THREADS_PER_SESSION_MAX,
  ThreadTable,
  UNKNOWN,
} from './thread-memory-table.ts';

const some = { ...UNKNOWN, bodyBytes: 1 };

describe('the table', () => {
  it('lets go of the least recently used thread of a session', () => {
    const table = new ThreadTable();
    for (let n = 0; n < THREADS_PER_SESSION_MAX; n += 1) table.put('a', 's', `t${n}`, some);
    table.put('a', 's', 't0', some);
    table.put('a', 's', 'new', some);
    expect(table.find('a', 's', 't0')).toBe(some);
    expect(table.find('a', 's', 't1')).toBe(UNKNOWN);
    expect(table.size).toEqual({ sessions: 1, threads: THREADS_PER_SESSION_MAX });
  });

  it('lets go of the least recently used session', () => {
    const table = new ThreadTable();
    for (let n = 0; n < SESSIONS_MAX; n += 1) table.put('a', `s${n}`, 't', some);
    table.put('a', 's0', 't', some);
    table.put('b', null, 't', some);
    expect(table.find('a', 's0', 't')).toBe(some);
    expect(table.find('a', 's1', 't')).toBe(UNKNOWN);
    expect(table.size).toEqual({ sessions: SESSIONS_MAX, threads: SESSIONS_MAX });
  });

  it('bounds all threads together', () => {
    const table = new ThreadTable();
    for (let session = 0; session < 300; session += 1) {
      for (let n = 0; n < THREADS_PER_SESSION_MAX; n += 1)
        table.put('a', `s${session}`, `t${n}`, some);
    }
    expect(table.size.threads).toBeLessThanOrEqual(8_192);
    expect(table.size.threads).toBe(table.size.sessions * THREADS_PER_SESSION_MAX);
    expect(table.find('a', 's299', 't0')).toBe(some);
  });

  it('lets no agent push out what is remembered of another', () => {
    const table = new ThreadTable();
    table.put('quiet', 's', 't', some);
    for (let session = 0; session < 2 * SESSIONS_MAX; session += 1) {
      for (let n = 0; n < THREADS_PER_SESSION_MAX; n += 1)
        table.put('loud', `s${session}`, `t${n}`, some);
    }
    expect(table.find('quiet', 's', 't')).toBe(some);
    expect(table.size.threads).toBeLessThanOrEqual(8_192);
  });

  it('keeps agents, sessions and threads apart', () => {
    const table = new ThreadTable();
    table.put('a', null, '__proto__', some);
    expect(table.find('a', null, '__proto__')).toBe(some);
    expect(table.find('a', 's', '__proto__')).toBe(UNKNOWN);
    expect(table.find('b', null, '__proto__')).toBe(UNKNOWN);
    expect(table.find('a', null, 'constructor')).toBe(UNKNOWN);
  });
});

describe('the calls of an answer', () => {
  it('are kept as they are when they are small, by their hash when not', () => {
    const call = (text: string) => ({
      callId: 'c',
      tool: 'write',
      args: { text },
      canonicalArgs: JSON.stringify({ text }),
    });
    expect(keptCalls([call('x')])).toEqual([{ callId: 'c', tool: 'write', args: { text: 'x' } }]);
    const [long, other] = keptCalls([call('x'.repeat(9_999)), call('y'.repeat(9_999))]);
    expect(JSON.stringify(long).length).toBeLessThan(200);
    expect(long).not.toEqual(other);
    expect(keptCalls(Array.from({ length: 99 }, () => call('x')))).toHaveLength(16);
  });
});
