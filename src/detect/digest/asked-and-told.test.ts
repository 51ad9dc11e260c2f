/** A reader who is asked in sentences and tells the same of the same pages, and one who is asked about one thing after the other. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread } from '../index.ts';

const ASKS = [
  'What is the maximum number of webhooks that a project may have?',
  'How many webhooks can one project of a team have at once?',
  'Please find the limit that there is on webhooks and quote it.',
  'Does this page mention a quota of webhooks for each project?',
  'List all the limits on this page, above all those on webhooks.',
];
const TELLS = [
  'The page does not mention a maximum number of webhooks per project.',
  'There is no information about a limit on webhooks for projects here.',
  'I could not find how many webhooks a project can have on this page.',
];

function rule(steps: readonly (readonly [url: string, prompt: string, result: string])[]) {
  const events = steps.map(([url, prompt, result], index) => ({
    kind: 'tool' as const,
    tool: 'WebFetch',
    args: { url: `https://${url}`, prompt },
    result,
    atMs: 1_790_000_000_000 + index * 9_000,
  }));
  const text = `Look it up: ${steps.map(([url]) => url).join(', ')}`;
  return detectThread({
    id: 't',
    events: [{ kind: 'prompt', text, atMs: 1_789_999_990_000 }, ...events],
  }).rule;
}

describe('a page that is asked in sentences', () => {
  verifies('X16', 'is the same page with the same answer, however the question is put', () => {
    const pages = ['docs.delta.example/pricing', 'docs.delta.example/limits'];
    const asked = Array.from({ length: 24 }, (_, index) => [
      pages[index % 2] ?? '',
      ASKS[(index * 3) % ASKS.length] ?? '',
      TELLS[(index * 2) % TELLS.length] ?? '',
    ]);
    expect(rule(asked as [string, string, string][])).toBe('no-progress');
  });

  verifies('X16', 'is one of many where the next page is asked the same', () => {
    const names = ['amber', 'basil', 'comet', 'delta', 'ember', 'fjord', 'harbor', 'ivory'];
    const asked = names.map((name, index): [string, string, string] => [
      `${name}.example/pricing`,
      ASKS[0] ?? '',
      index === 5 ? 'A project may have 40 webhooks.' : (TELLS[index % 3] ?? ''),
    ]);
    expect(rule(asked)).toBeNull();
  });
});
