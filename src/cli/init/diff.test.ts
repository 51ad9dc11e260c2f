/** The diff tells exactly what changes, and no secrets. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paint } from '../terminal/styled-line.ts';
import { unifiedDiff } from './diff.ts';

const told = (before: string | null, after: string | null) =>
  unifiedDiff('f', before, after).map((line) => paint(line, false));

describe('a unified diff', () => {
  test('shows lines that come and go with three lines around them', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].join('\n');
    expect(told(`${before}\n`, `${before.replace('5', 'five\nV')}\n`)).toStrictEqual([
      '--- f',
      '+++ f',
      '@@ -2,7 +2,8 @@',
      ' 2',
      ' 3',
      ' 4',
      '-5',
      '+five',
      '+V',
      ' 6',
      ' 7',
      ' 8',
    ]);
  });

  test('two places far apart are two hunks', () => {
    const before = Array.from({ length: 20 }, (_, at) => `${at}`).join('\n');
    const after = `new\n${before}\nend`;
    const heads = told(`${before}\n`, `${after}\n`).filter((line) => line.startsWith('@@'));
    expect(heads).toStrictEqual(['@@ -1,3 +1,4 @@', '@@ -18,3 +19,4 @@']);
  });

  test('a file that comes, one that goes, and a last line without an end', () => {
    expect(told(null, 'a\n')).toStrictEqual(['--- /dev/null', '+++ f', '@@ -0,0 +1,1 @@', '+a']);
    expect(told('a', null)).toStrictEqual([
      '--- f',
      '+++ /dev/null',
      '@@ -1,1 +0,0 @@',
      '-a (no line end)',
    ]);
  });

  test('values around the change are left out, and secrets everywhere', () => {
    const text = '{\n  "mail": "ada@example.org",\n  "n": 1\n}\n';
    const shown = told(text, text.replace('{', '{\n  "api_key": "sk-123", "url": "u",')).join('\n');
    expect(shown).toContain('"mail": "…"');
    expect(shown).toContain('+  "api_key": "…", "url": "u",');
    expect(shown).not.toMatch(/ada|sk-123/);
  });

  test('applied to the one it gives the other', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const text = (list: readonly string[]) => list.map((line) => `${line}\n`).join('');
        const body = told(text(one), text(other)).slice(2);
        const side = (sign: string) =>
          body.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
        const lost: string[] = [...one];
        for (const line of side('-')) lost.splice(lost.indexOf(line), 1);
        const kept: string[] = [...other];
        for (const line of side('+')) kept.splice(kept.indexOf(line), 1);
        expect(lost.toSorted()).toStrictEqual(kept.toSorted());
        expect(lost.length + side('-').length).toBe(one.length);
      }),
    );
  });
});
