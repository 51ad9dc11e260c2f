/**
 * What an auditor's page loads of this package needs no Node: every file behind the two doors is read and looked at.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importedModules, resolveRelative } from '../tidy/imported-modules.ts';
import { parseSource, type SourceFile } from '../tidy/source-file.ts';
import { walkSyntax } from '../tidy/walk-syntax.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOORS = ['src/audit/verify.ts', 'src/audit/verify-proofs.ts'];
const PAIRING = 'mcl-wasm';
const NODE_ONLY = ['Buffer', 'process', 'require', '__dirname', 'setImmediate'];

interface Closure {
  readonly files: readonly string[];
  readonly packages: readonly string[];
  /** Where something needs Node. */
  readonly problems: readonly string[];
}

type Read = (path: string) => string;
const fromDisk: Read = (path) => readFileSync(join(ROOT, path), 'utf8');

function closureOf(door: string, read: Read = fromDisk): Closure {
  const files = new Set<string>();
  const packages = new Set<string>();
  const problems: string[] = [];
  const visit = (path: string) => {
    if (files.has(path)) return;
    files.add(path);
    const file = parseSource(path, read(path));
    problems.push(...nodeNames(file));
    for (const { specifier = '', typeOnly } of importedModules(file)) {
      if (typeOnly) continue;
      if (specifier.startsWith('.')) visit(resolveRelative(path, specifier));
      else if (specifier.startsWith('node:')) problems.push(`${path} imports ${specifier}`);
      else packages.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
    }
  };
  visit(door);
  return { files: [...files], packages: [...packages], problems };
}

function nodeNames(file: SourceFile): readonly string[] {
  const found = new Set<string>();
  walkSyntax(file.program, (node) => {
    if (node.type === 'Identifier' && NODE_ONLY.includes(node.name)) found.add(node.name);
  });
  return [...found].map((name) => `${file.path} names ${name}`);
}

describe('the doors of the browser', () => {
  test.each(DOORS)('%s needs nothing of Node', (door) => {
    const { files, problems } = closureOf(door);
    expect(problems).toEqual([]);
    expect(files).toContain('src/audit/windows/window-commitment.ts');
  });

  test('the pairing arithmetic is behind the second alone', () => {
    expect(closureOf('src/audit/verify.ts').packages).not.toContain(PAIRING);
    expect(closureOf('src/audit/verify-proofs.ts').packages).toContain(PAIRING);
  });

  test('a file further in that needs Node is named', () => {
    const planted: Read = (path) =>
      path === 'src/audit/bytes.ts'
        ? `import { hash } from 'node:crypto';\nimport type { Stats } from 'node:fs';\nexport const isSame = () => Buffer.of(1);\n`
        : fromDisk(path);
    expect(closureOf('src/audit/verify.ts', planted).problems).toEqual([
      'src/audit/bytes.ts names Buffer',
      'src/audit/bytes.ts imports node:crypto',
    ]);
  });
});
