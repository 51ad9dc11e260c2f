/** What the detector makes of the fullest texts can be recorded: a call that no record has room for would be refused for ever. */
import { describe, expect, test } from 'vitest';
import { digestEvent, type TranscriptEvent } from '../../detect/index.ts';
import { checkRecord } from '../index.ts';

const COUNT = 200;
const many = (one: (index: number) => string) => Array.from({ length: COUNT }, (_, at) => one(at));
const letters = (index: number) =>
  index.toString().replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));

/** Of everything that a digest keeps some of, more than it keeps. */
const texts: Readonly<Record<string, string>> = {
  ids: many((at) => `a${at}b${letters(at)}7k`).join(' '),
  'ids in lines': many((at) => `order ord_${at}x${letters(at)} of c${at}d`).join('\n'),
  numbers: many((at) => `${at * 7_919}.${at}`).join(', '),
  names: many((at) => `src/${letters(at)}/${letters(at + 1)}.ts`).join('\n'),
  failures: many((at) => `✗ test ${letters(at)} failed: ${at} of ${at * 3}`).join('\n'),
  items: many((at) => `- item ${letters(at)}, and ${letters(at + 7)}`).join('\n'),
};
const short = (text: string) => text.slice(0, 1_500);

const events = (text: string): readonly TranscriptEvent[] => [
  { kind: 'tool', tool: 't'.repeat(99), args: { text }, result: text },
  { kind: 'tool', tool: 't'.repeat(99), args: { text }, result: short(text) },
  { kind: 'tool', tool: 'bash', args: { command: `npm test ${text}` }, result: short(text) },
  { kind: 'tool', tool: 'look', args: { text }, result: '', error: short(text) },
  { kind: 'prompt', text },
  { kind: 'response', text },
];

describe.each(Object.entries(texts))('%s', (_name, text) => {
  test.each(events(text).map((one, index) => [index, one.kind, one] as const))(
    '%i, a %s, can be recorded',
    (_index, _kind, one) => {
      const digest = digestEvent(one);
      const record = {
        type: 'admit',
        timestamp: 0,
        agent: 'sam',
        purpose: 'step',
        call: 'c1',
        estimate: { tokenCount: 1, toolCalls: 0 },
        observed: { digests: [digest] },
      };
      expect(checkRecord(record)).toEqual(record);
    },
  );
});
