/** Two ways of writing one call are one call, and two calls are two. */
import { describe, expect, test } from 'vitest';
import { digestStep } from './step-digest.ts';

const callOf = (args: unknown, tool = 'bash') =>
  digestStep({ kind: 'tool', tool, args, result: 'ok' }).call;
const command = (line: unknown, more: object = {}) => ({ command: line, ...more });

describe('the same call', () => {
  test.each([
    ['another description', command('npm test', { description: 'Run the tests once more' })],
    ['another time limit', command('npm test', { timeout: 90_000 })],
    ['an explanation', command('npm test', { explanation: 'I want to see them' })],
    ['a shell around it', command(`bash -lc 'npm test'`)],
    ['a list of words', command(['bash', '-lc', 'npm test'])],
    ['a pause before it', command('sleep 30 && npm test')],
    ['its errors sent elsewhere', command('npm test 2>&1')],
    ['its output cut', command('npm test | tail -n 20')],
    ['a remark behind it', command('npm test # again')],
    ['white space', command('  npm   test ')],
  ])('with %s', (_, args) => {
    expect(callOf(args)).toBe(callOf(command('npm test')));
  });

  test('with a path or flags in another form', () => {
    expect(callOf(command('ls -la ./src/'))).toBe(callOf(command('ls -al src')));
    expect(callOf({ path: './a/b/' }, 'list_dir')).toBe(callOf({ path: 'a/b' }, 'list_dir'));
  });

  test('of a shell whose arguments nobody knows, with other words, limits and switches beside it', () => {
    const one = callOf({ zq1: 'install -m 644 a /etc/b', zq2: 'Try this', zq3: 60_000 });
    expect(callOf({ zq1: 'install -m 644 a /etc/b', zq2: 'Now it works', zq3: 9_000 })).toBe(one);
    expect(callOf({ zq1: 'install -m 600 a /etc/b', zq2: 'Try this', zq3: 60_000 })).not.toBe(one);
    const switched = callOf({ zq1: 'uptime', zq2: true });
    expect(switched).not.toBe(callOf({ zq1: 'hostname', zq2: true }));
  });
});

describe('another call', () => {
  test.each([
    [command('npm test'), command('npm run lint')],
    [command('cd a && make'), command('cd b && make')],
    [command('echo "# a"'), command('echo "# b"')],
    [
      { title: 'Outage', description: 'since 10:02' },
      { title: 'Outage', description: 'mended' },
    ],
  ])('is %j beside %j', (one, other) => {
    expect(callOf(one)).not.toBe(callOf(other));
  });
});

describe('a pause', () => {
  const sleepOf = (line: string) =>
    digestStep({ kind: 'tool', tool: 'bash', args: command(line), result: '' }).sleepMs;

  test('is read from the command itself', () => {
    expect(sleepOf('sleep 60; gh run view 7')).toBe(60_000);
    expect(sleepOf('sleep 2m && make')).toBe(120_000);
    expect(sleepOf('sleep 1.5')).toBe(1_500);
    expect(sleepOf('echo sleeping 60')).toBe(0);
  });
});
