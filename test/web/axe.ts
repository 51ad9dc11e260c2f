import { readFileSync } from 'node:fs';
/**
 * What axe finds on a page that keeps somebody from using it.
 *
 * Axe runs in the page itself: the package's own way opens a second page for each look to put frames together, which
 * took most of the time, and this dashboard has no frames.
 */
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Fewer rules than this can only pass on a page that is not there. */
const PASSES_MIN = 5;

/** A line for each serious or critical violation, with the elements it is about. */
export async function seriousProblems(page: Page): Promise<string[]> {
  // Colours and places are read once nothing moves any more.
  await page.waitForTimeout(300);
  await page.evaluate(source);
  const { violations, passes } = await page.evaluate<AxeResults>(
    `axe.run(document, { resultTypes: ['violations'] })`,
  );
  if (passes.length <= PASSES_MIN) throw new Error(`axe had little to look at: ${page.url()}`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
