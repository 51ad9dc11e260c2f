/** The name of an action: the same for the same action, another for any other. */
import { expect, test } from 'vitest';
import { ruleOfTarget, targetOf } from '../index.ts';

test('one action has one name, whatever the order of its parameters', () => {
  const name = targetOf('push', 'Bash', { command: 'git push', timeout: 5 });
  expect(name).toBe(targetOf('push', 'Bash', { timeout: 5, command: 'git push' }));
  expect(name).not.toBe(targetOf('push', 'Bash', { command: 'git push -f', timeout: 5 }));
  expect(name).not.toBe(targetOf('push', 'Shell', { command: 'git push', timeout: 5 }));
  expect(name).toMatch(/^push:Bash:[\w-]{20}$/);
  expect(ruleOfTarget(name)).toBe('push');
});

test('a text that readers may read differently is only itself', () => {
  const of = (args: unknown) => targetOf('push', 'Bash', args);
  expect(of('{"command":"git push"}')).toBe(of({ command: 'git push' }));
  expect(of('{"command":"rm -rf /","command":"git push"}')).not.toBe(of({ command: 'git push' }));
});

test('what differs only deep inside is another action', () => {
  const deep = (leaf: string) => {
    let value: unknown = leaf;
    for (let level = 0; level < 40; level += 1) value = { in: value };
    return targetOf('push', 'Bash', value);
  };
  expect(deep('a')).not.toBe(deep('b'));
});

test('it fits into a record, whatever a tool is called', () => {
  const name = targetOf('a'.repeat(24), 'ä tool:with/everything 🚀'.repeat(9), null);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(64);
  expect(ruleOfTarget(name)).toBe('a'.repeat(24));
});

test('what other askers call their questions belongs to no rule', () => {
  for (const target of ['*', 'deploy:0123456789abcdef', 'deploy', 'a:b:c']) {
    expect(ruleOfTarget(target)).toBeNull();
  }
});
