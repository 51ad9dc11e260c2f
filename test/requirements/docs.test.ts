/**
 * The documents say what the program says: generated blocks are fresh and every reason code is
 * documented.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedDocuments } from '../../scripts/docs/generated-documents.ts';
import { REASONS } from '../../src/core/reasons.ts';

const ROOT = join(import.meta.dirname, '../..');

test('what is generated in the documents is up to date', () => {
  for (const { path, current, fresh } of generatedDocuments(ROOT)) {
    expect(current, `${path} is stale: run npm run docs`).toBe(fresh);
  }
});

// Read from the document and not from its generator, which could forget a code in both places.
test('docs/reasons.md lists exactly the reason codes, each once', () => {
  const document = readFileSync(join(ROOT, 'docs/reasons.md'), 'utf8');
  const listed = [...document.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
  const codes = REASONS.map((reason) => reason.code);
  expect(listed.toSorted(), 'run npm run docs').toEqual(codes.toSorted());
  expect(new Set(codes).size, 'a code stands twice in src/core/reasons.ts').toBe(codes.length);
});
