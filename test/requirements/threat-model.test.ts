/** What the threat model and SECURITY.md promise names the tests that hold it, line by line, and they are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namedPaths } from './documented-paths.ts';

const root = join(import.meta.dirname, '../..');

/** Sections whose every item is a promise. */
const PROMISING: readonly (readonly [document: string, section: string, count: number])[] = [
  ['docs/threat-model.md', 'Promise by level', 8],
  ['docs/threat-model.md', 'Hooks that a server answers', 3],
  ['docs/threat-model.md', 'What can be relied on today', 7],
  ['SECURITY.md', 'What is promised', 12],
];

/** The items of lists in a section, each on one line; of tables those rows that have a column of tests. */
function itemsOf(text: string, section: string): readonly string[] {
  const [, after = ''] = text.split(`\n## ${section}\n`);
  const [own = ''] = after.split('\n## ');
  const blocks = own.split(/\n(?=- |\n|\|)/).map((block) => block.replaceAll(/\s+/g, ' ').trim());
  const tested = blocks.findIndex((block) => /^\|.* test \|$/.test(block));
  return blocks.filter(
    (block, index) =>
      block.startsWith('- ') || (tested !== -1 && index > tested + 1 && block.startsWith('| ')),
  );
}

test.each(PROMISING)('%s, %s: each of its lines', (document, section, count) => {
  const items = itemsOf(readFileSync(join(root, document), 'utf8'), section);
  expect(items.length).toBeGreaterThanOrEqual(count);
  for (const item of items) {
    const tests = namedPaths(document, item).filter(({ path }) => path.endsWith('.test.ts'));
    expect(tests.length, `names no test: ${item}`).toBeGreaterThan(0);
    for (const { path } of tests)
      expect(existsSync(join(root, path)), `${path}: ${item}`).toBe(true);
  }
});

test('the security review names a test for each attack', () => {
  const text = readFileSync(join(root, 'docs/security-review.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) expect(row).toMatch(/\.test\.ts`|\| the same \|$/);
});
