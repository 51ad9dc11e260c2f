/**
 * `npm run docs`: rewrites the generated blocks of the documents.
 * With `--check` it writes nothing and exits 1 when a block is stale.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedDocuments } from './docs/generated-documents.ts';

const ROOT = join(import.meta.dirname, '..');

function main(check: boolean): number {
  const stale = generatedDocuments(ROOT).filter(({ current, fresh }) => current !== fresh);
  for (const { path, fresh } of stale) {
    if (!check) writeFileSync(join(ROOT, path), fresh);
    console.log(check ? `${path} is stale: run npm run docs` : `${path} rewritten`);
  }
  if (stale.length === 0) console.log('The generated blocks are up to date.');
  return check && stale.length > 0 ? 1 : 0;
}

try {
  process.exitCode = main(process.argv.includes('--check'));
} catch (error) {
  console.error(`docs: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
