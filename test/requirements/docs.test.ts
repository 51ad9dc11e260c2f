/** Every reason code is documented. Whether generated blocks are fresh, `npm run check` says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REASONS } from '../../src/core/reasons.ts';

const ROOT = join(import.meta.dirname, '../..');

// Read from the document and not from its generator, which could forget a code in both places.
test('docs/reasons.md lists exactly the reason codes, each once', () => {
  const document = readFileSync(join(ROOT, 'docs/reasons.md'), 'utf8');
  const listed = [...document.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
  const codes = REASONS.map((reason) => reason.code);
  expect(listed.toSorted(), 'run npm run docs').toEqual(codes.toSorted());
  expect(new Set(codes).size, 'a code stands twice in src/core/reasons.ts').toBe(codes.length);
});
