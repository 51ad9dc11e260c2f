import { expect, test } from 'vitest';
import { checkDocblock } from './check-docblock.ts';
import { parseSource } from './source-file.ts';

function count(text: string, path = 'src/gate/a.ts'): number {
  return checkDocblock(parseSource(path, text)).length;
}

test.each([
  "/** Says why. */\nimport { a } from './a.ts';\nexport const b = a;",
  "import { a } from './a.ts';\n/** Says why. */\nconst c = 1;\nexport const b = a + c;",
  "import { a } from './a.ts';\nconst c = 1;\n/** Says why. */\nexport const b = a + c;",
  '/** Says why. */\n// A remark.\nexport const b = 1;',
  "/**\n * Says why.\n */\nexport { a } from './a.ts';",
])('found in: %s', (text) => {
  expect(count(text)).toBe(0);
});

test.each([
  'export const b = 1;',
  '// Says why.\nexport const b = 1;',
  '/* Says why. */\nexport const b = 1;',
  '/** */\nexport const b = 1;',
  'export const b = 1;\n/** Says why. */\nexport const c = 1;',
  'const x = 1;\n/** Says why. */\nconst y = 1;\nexport const z = x + y;',
])('missed in: %s', (text) => {
  expect(count(text)).toBe(1);
});

test('tests and files outside src need none', () => {
  expect(count('export const b = 1;', 'src/gate/a.test.ts')).toBe(0);
  expect(count('export const b = 1;', 'scripts/a.ts')).toBe(0);
});
