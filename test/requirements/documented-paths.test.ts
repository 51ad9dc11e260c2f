/**
 * Every file that a document names is there: a page that sends people to a file that has moved is worse than none.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../tidy/list-files.ts';
import { namedPaths } from './documented-paths.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Not ours: the form of a name, and files of somebody's project. */
const EXAMPLES = [
  'docs/decisions/NNNN-short-title.md',
  'scripts/anything.sh',
  'src/parser',
  'test/login.test.ts',
];

const documents = listFiles(ROOT).filter((path) => path.endsWith('.md'));

test.each(documents)('every path that %s names exists', (document) => {
  const missing = namedPaths(document, readFileSync(join(ROOT, document), 'utf8'))
    .filter(({ path }) => !EXAMPLES.includes(path) && !existsSync(join(ROOT, path)))
    .map(({ line, path }) => `${document}:${line} ${path}`);
  expect(missing).toEqual([]);
});

describe('namedPaths', () => {
  const paths = (text: string) => namedPaths('docs/a.md', text).map(({ path }) => path);

  test('finds words and links, and resolves a link from its document', () => {
    expect(paths('See `src/gate/gate.ts`, src/store/sqlite. And test/kit/gate.ts.')).toEqual([
      'src/gate/gate.ts',
      'src/store/sqlite',
      'test/kit/gate.ts',
    ]);
    expect(paths('[a](b.md) [b](../spec/x.ts#here)')).toEqual(['docs/b.md', 'spec/x.ts']);
    expect(namedPaths('README.md', '\n![a](docs/images/a.png)')).toEqual([
      { line: 2, path: 'docs/images/a.png' },
    ]);
  });

  test('leaves alone what is elsewhere', () => {
    expect(
      paths('https://x.dev/src/a.ts [x](https://x.dev/docs/a) [y](#here) my-src/a ./src/a'),
    ).toEqual([]);
  });
});
