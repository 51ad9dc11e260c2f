/** Reading a command line never throws, takes linear work, and says what it could not read. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_CHARACTERS_MAX, readCommandLine } from './command-line.ts';

const pieces = [
  '(',
  ')',
  '$(',
  '`',
  '"',
  "'",
  '\\',
  '<<E',
  'E\n',
  '\n',
  ' ',
  'ls',
  'rm x',
  'b=1',
  '|',
  '&',
  '&&',
  '||',
  ';',
  '{ ',
  ' }',
  '${a',
  '$((',
  '))',
  '[[ ',
  ' ]]',
  'if ',
  'then ',
  'fi',
  'for i in a; do ',
  '; done',
  'case x in ',
  'a) ',
  'esac',
  '<(',
  '> f',
  '<<< s',
  '#',
  '! ',
  '~',
  "$'a'",
  '*',
  'f() ',
  'while ',
  'do ',
  "sh -c 'ls'",
  '{a,b}',
  '$x',
  ';;',
  '\\\n',
  '2>&1',
  'time ',
  'sudo ',
  'eval "a b"',
  'find -exec ',
  '\0',
  'é',
];

describe('any line', () => {
  const lines = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );

  test('is read without a throw, and what it says is sound', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const { commands, unreadable } = readCommandLine(line);
        for (const [index, command] of commands.entries()) {
          expect(command.pipedFrom ?? 0).toBeLessThanOrEqual(index);
          expect(command.inside.length).toBeLessThanOrEqual(24);
          for (const { text, literalFrom } of command.words) {
            expect(literalFrom).toBeLessThanOrEqual(text.length);
          }
        }
        for (const { what } of unreadable) expect(what).not.toBe('nothing a shell could read');
      }),
      { numRuns: 2_000 },
    );
  });

  test('gives the same when it is read twice', () => {
    fc.assert(
      fc.property(lines, (line) => {
        expect(readCommandLine(line)).toEqual(readCommandLine(line));
      }),
    );
  });

  test('shows a command whatever stands around it', () => {
    // Each frame runs what is put in; so the reader must find it, or say that it cannot read the line.
    const frames: readonly ((inner: string) => string)[] = [
      (inner) => `a && ${inner}`,
      (inner) => `a; ${inner} | b`,
      // With a blank: `$((…))` would be arithmetic and run nothing.
      (inner) => ` (${inner})`,
      (inner) => `{ ${inner}; }`,
      (inner) => `echo "$(${inner})"`,
      (inner) => `x=$(${inner}) y`,
      (inner) => `cat <(${inner})`,
      (inner) => `if true; then ${inner}; fi`,
      (inner) => `for i in 1 2; do ${inner}; done`,
      (inner) => `case x in x) ${inner};; esac`,
      (inner) => `f() { ${inner}; }; f`,
      (inner) => `sh -c '${inner.replaceAll("'", "'\\''")}'`,
      (inner) => `sudo bash -lc '${inner.replaceAll("'", "'\\''")}'`,
      (inner) => `eval '${inner.replaceAll("'", "'\\''")}'`,
      (inner) => `! ${inner} &`,
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...frames), { maxLength: 5 }), (around) => {
        const line = around.reduce((inner, frame) => frame(inner), 'target --here');
        const { commands, unreadable } = readCommandLine(line);
        const found = commands.some(({ program }) => program === 'target');
        expect(found || unreadable.length > 0, line).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('limits', () => {
  test('a line of the greatest length is read, one character more is not', () => {
    const longest = `echo ${'a'.repeat(COMMAND_LINE_CHARACTERS_MAX - 5)}`;
    expect(readCommandLine(longest)).toMatchObject({
      commands: [{ program: 'echo' }],
      unreadable: [],
    });
    const { commands, unreadable } = readCommandLine(`${longest}a`);
    expect(commands).toEqual([]);
    expect(unreadable[0]?.what).toBe('the line has 131073 characters; at most 131072 are read');
  });

  test('nesting is followed to its limit and refused beyond it', () => {
    const nested = (depth: number) =>
      `${'('.repeat(depth).replaceAll('(', '( ')}ls${' )'.repeat(depth)}`;
    expect(readCommandLine(nested(24))).toMatchObject({
      commands: [{ program: 'ls' }],
      unreadable: [],
    });
    expect(readCommandLine(nested(25)).unreadable[0]?.what).toBe('more than 24 levels of nesting');
  });

  test('scripts within scripts are not read without end', () => {
    const line = Array.from({ length: 14 }).reduce<string>(
      (inner) => `bash -c "$(${inner})"`,
      'ls',
    );
    const { commands, unreadable } = readCommandLine(line);
    // Each level is read twice, which would be 32,768 commands.
    expect(commands.length).toBeLessThan(1_000);
    expect(unreadable.map(({ what }) => what)).toContain('too many scripts within scripts');
  });

  test.each([
    '(',
    '$(',
    '`',
    '"$(',
    '<<a ',
    '$((',
    '{a,',
    'sudo ',
    'eval ',
    'a|',
    '\\',
    'bash -c "',
  ])('a line full of %j comes to an end', (piece) => {
    const line = piece.repeat(60_000 / piece.length);
    expect(() => readCommandLine(line)).not.toThrow();
  });
});
