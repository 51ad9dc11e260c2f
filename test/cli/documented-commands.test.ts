/**
 * A newcomer who types what README and docs print: every command is there, and takes the options that it is shown with.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printedIn } from '../kit/printed-commands.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { listFiles } from '../tidy/list-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const documents = listFiles(ROOT).filter((path) => /^(?:README\.md|docs\/[^/]+\.md)$/.test(path));

interface Typed {
  readonly line: string;
  readonly name: string;
  readonly options: readonly string[];
}

/** The commands of a page: in the blocks that are meant for a shell, and in its sentences and tables. */
function typedIn(path: string): readonly Typed[] {
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^ *```[^]*?^ *```/gm, '');
  const named = [...text.matchAll(/`((?:bin\/)?tripwire [^`]+)`/g)].map(([, line = '']) => line);
  const lines = [...printedIn(path), ...named.map((line) => line.replaceAll(/\s+/g, ' '))];
  return lines.flatMap((line) => {
    const [, name, rest = ''] =
      /^(?:sudo )?(?:bin\/|\.\/bin\/)?tripwire ([a-z-]+)([^#]*)/.exec(line) ?? [];
    if (name === undefined) return [];
    // What follows the two dashes, a pipe or a redirection is another program's.
    const [own = ''] = rest.split(/ -- | \| | [<>]+ /);
    return [{ line, name, options: own.match(/ --[a-z-]+/g) ?? [] }];
  });
}

const helps = new Map<string, Promise<string>>();

function helpOf(name: string): Promise<string> {
  const known = helps.get(name) ?? runTripwire([name, '--help'], '').then(({ stdout }) => stdout);
  helps.set(name, known);
  return known;
}

describe.each(documents)('%s', (path) => {
  test('prints commands that exist, with options that they take', async () => {
    for (const { line, name, options } of typedIn(path)) {
      const help = await helpOf(name);
      expect(help, line).toMatch(/Exit codes?: /);
      for (const option of options) expect(help, line).toContain(option.trim());
    }
  }, 60_000);
});

test('an address of Tripwire on a page has a port that it listens on', () => {
  // Port 8000 is somebody's model server in the example of a configuration.
  const known = /:(?:4180|4181|8000)$/;
  for (const path of documents) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const addresses = [...text.matchAll(/https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g)].map(String);
    expect(addresses.filter((address) => !known.test(address))).toEqual([]);
  }
});

test('the index names every page, and the README names no Node that the package refuses', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const pages = documents.filter((path) => !path.endsWith('README.md'));
  for (const path of pages) expect(index).toContain(`](${path.replace('docs/', '')})`);
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const [, node = ''] = /"node": ">=([\d.]+)"/.exec(manifest) ?? [];
  for (const path of ['README.md', 'docs/install.md']) {
    expect(readFileSync(join(ROOT, path), 'utf8')).toContain(`Node ${node} or newer`);
  }
});
