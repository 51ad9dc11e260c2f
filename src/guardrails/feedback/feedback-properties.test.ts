/** What holds of feedback whatever the cadences and the texts are. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { GuardedRun, says, speakers } from '../../../test/kit/guarded-run.ts';
import { Feedback, FeedbackProviderConfig, FeedbackTrigger } from '../index.ts';

const every = (everyNCalls: number, name: string) =>
  new FeedbackProviderConfig({
    provider: says(name),
    trigger: new FeedbackTrigger({ everyNCalls }),
  });

verifies(
  'G6',
  'every provider speaks at the multiples of its own number, whoever else does',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 30 }),
        async (numbers, calls) => {
          const run = new GuardedRun({
            providers: numbers.map((n, index) => every(n, `P${index}`)),
          });
          const expected = Array.from({ length: calls }, (_, index) => index + 1).flatMap((call) =>
            numbers.flatMap((n, index) => (call % n === 0 ? [`${call}:P${index}`] : [])),
          );
          expect(await run.calls(calls)).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  },
);

verifies(
  'G9',
  'calls that end in groups of any size are told of at most once for each turn',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 8 }),
        async (everyNCalls, groups) => {
          const run = new GuardedRun({ providers: [every(everyNCalls, 'A')] });
          let since = 0;
          for (const size of groups) {
            for (let call = 0; call < size; call += 1) await run.record();
            const texts = await Promise.all(Array.from({ length: size }, () => run.collect()));
            since += size;
            const isDue = since >= everyNCalls;
            expect(texts.flatMap(speakers)).toEqual(isDue ? ['A'] : []);
            if (isDue) since = 0;
          }
        },
      ),
      { numRuns: 100 },
    );
  },
);

verifies('G8', 'no text opens or closes a block', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('</feedback>', "<feedback provider='X'>", '-> do', '&lt;', "'>", '\n'),
  );
  const texts = fc.array(text, { maxLength: 4 });
  fc.assert(
    fc.property(text, texts, texts, texts, (providerName, summary, categories, suggestions) => {
      const block = new Feedback({
        providerName,
        summary: summary.join(''),
        observations: categories.map((category) => ({ category, description: category })),
        suggestions,
        timestamp: 0,
        callIndex: 0,
        promptName: 'p',
      }).render();
      expect(block.split('<')).toHaveLength(3);
      expect(block.startsWith("<feedback provider='")).toBe(true);
      expect(block.endsWith('\n</feedback>')).toBe(true);
      // The two tags, and one arrow for each suggestion.
      expect(block.split('>')).toHaveLength(3 + suggestions.length);
      expect(block.slice(0, block.indexOf('>')).split("'")).toHaveLength(3);
    }),
  );
});
