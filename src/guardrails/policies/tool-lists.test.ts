/** Tools that are allowed and tools that are denied, by name and by parameters. */
import { describe, expect, test } from 'vitest';
import { fitsGlob } from '../../base/glob.ts';
import { AllowTools, DenyTools, type ToolPattern } from '../index.ts';

describe('patterns', () => {
  const cases: readonly (readonly [pattern: string, text: string, fits: boolean])[] = [
    ['', '', true],
    ['', 'a', false],
    ['a', 'a', true],
    ['a', 'A', false],
    ['*', '', true],
    ['*', 'anything at all', true],
    ['a*', 'a', true],
    ['a*', 'ba', false],
    ['*a', 'bca', true],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['?', 'a', true],
    ['?', '', false],
    ['a?c', 'abc', true],
    ['**', 'x', true],
    ['a.c', 'abc', false],
    ['read_*', 'read_file', true],
    ['*.env', '/x/.env', true],
  ];
  test.each(cases)('%j and %j: %s', (pattern, text, fits) => {
    expect(fitsGlob(pattern, text)).toBe(fits);
  });

  test('many stars on a long text come to an end', () => {
    expect(fitsGlob('*a'.repeat(20), 'b'.repeat(50_000))).toBe(false);
  });
});

const where = { tool: 'bash', where: { command: 'git *' } };
const calls: readonly (readonly [
  pattern: ToolPattern,
  tool: string,
  params: unknown,
  meant: boolean,
])[] = [
  ['bash', 'bash', {}, true],
  ['bash', 'bash2', {}, false],
  ['read_*', 'read_file', {}, true],
  ['*', 'anything', null, true],
  [where, 'bash', { command: 'git log' }, true],
  [where, 'bash', { command: 'rm x' }, false],
  [where, 'bash', {}, false],
  [where, 'bash', null, false],
  [where, 'zsh', { command: 'git log' }, false],
  [{ tool: 'x', where: { 'a.b': 'c' } }, 'x', { a: { b: 'c' } }, true],
  [{ tool: 'x', where: { 'a.b': 'c' } }, 'x', { 'a.b': 'c' }, false],
  [{ tool: 'x', where: { n: '7' } }, 'x', { n: 7 }, true],
  [{ tool: 'x', where: { list: '["a",*' } }, 'x', { list: ['a', 'b'] }, true],
  [{ tool: 'x', where: { toString: '*' } }, 'x', {}, false],
  [{ tool: 'x', where: { a: '*', b: '1' } }, 'x', { a: 1, b: 2 }, false],
  [{ tool: 'x' }, 'x', {}, true],
];

describe('lists', () => {
  test.each(calls)('%j on %s(%j): %s', (pattern, name, params, meant) => {
    const allow = new AllowTools({ tools: [pattern] });
    const deny = new DenyTools({ tools: [pattern] });
    expect(allow.check({ name }, params).allowed).toBe(meant);
    expect(deny.check({ name }, params).allowed).toBe(!meant);
  });

  test('say why', () => {
    const allow = new AllowTools({ tools: ['a', where] });
    expect(allow.check({ name: 'b' }, {}).reason).toBe(
      "Tool 'b' is not among the tools that are allowed here.",
    );
    expect(allow.check({ name: 'bash' }, {}).reason).toMatch(/only with other parameters/);
    const deny = new DenyTools({ tools: ['b'], reason: 'Use c.' });
    expect(deny.check({ name: 'b' }, {}).reason).toBe('Use c.');
  });

  test('an empty list allows nothing, or everything', () => {
    expect(new AllowTools({ tools: [] }).check({ name: 'a' }, {}).allowed).toBe(false);
    expect(new DenyTools({ tools: [] }).check({ name: 'a' }, {}).allowed).toBe(true);
  });

  test('a pattern without a tool is refused', () => {
    expect(() => new DenyTools({ tools: ['a', ''] })).toThrow(/tools\.1 must name a tool/);
  });
});
