/** What the documents print for a reader to type into a shell. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The lines of a document's shell blocks, without the comments beside them. */
export function printedIn(path: string): readonly string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const blocks = [...text.matchAll(/^ *```sh\n([^]*?)^ *```/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block.split('\n').flatMap((line) => line.replace(/\s+#.*/, '').trim() || []),
  );
}
