/** What the families written blind taught: each mechanism by itself, and the healthy neighbour that it leaves alone. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type ToolEvent, type TranscriptEvent } from '../index.ts';

const PACE_MS = 8_000;

/** Events one after the other; whoever waits says so. */
function paced(events: readonly TranscriptEvent[]): TranscriptEvent[] {
  const start: TranscriptEvent = { kind: 'prompt', text: 'Please take care of it.', atMs: 0 };
  return [start, ...events.map((event, index) => ({ atMs: (index + 1) * PACE_MS, ...event }))];
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const call = (tool: string, args: unknown, result: unknown): ToolEvent => ({
  kind: 'tool',
  tool,
  args,
  result: typeof result === 'string' ? result : JSON.stringify(result),
});
const rule = (events: readonly TranscriptEvent[]) =>
  detectThread({ id: 't', events: paced(events) }).rule;
const WORDS = ['annual', 'churn', 'rate', 'loss', 'yearly', 'figure', 'ratio', 'share'];
const query = (index: number) =>
  `acme ${WORDS[index % 5]} ${WORDS[(index * 3) % 8]} ${WORDS[(index * 5) % 7]}`;

describe('what a result brings', () => {
  verifies('X16', 'an echo of the question is no news, what was found is', () => {
    const search = (hits: (index: number) => unknown) =>
      times(24, (index) =>
        call('web_search', { query: query(index) }, { query: query(index), hits: hits(index) }),
      );
    expect(rule(search(() => []))).toBe('no-progress');
    expect(rule(search((index) => [`page ${index} about it`, `another of ${index}`]))).toBeNull();
  });

  verifies('X16', 'the same long answer to other questions counts, other answers do not', () => {
    const page = (index: number) =>
      times(12, (line) => `Clause ${'abcdefghijkl'[line]} of part ${index} of the contract.`).join(
        '\n',
      );
    const read = (part: (index: number) => number) =>
      times(14, (index) =>
        call('read_document', { id: 'c-1', offset: index * 900 }, page(part(index))),
      );
    expect(rule(read(() => 1))).toBe('no-progress');
    expect(rule(read((index) => index))).toBeNull();
  });

  verifies('X16', 'a page whose elements are named anew is the same page', () => {
    const press = (shown: (index: number) => string) =>
      times(12, (index) => [
        call('browser_click', { element: 'Search', ref: `s${index}e4` }, 'Clicked.'),
        call('browser_snapshot', {}, shown(index)),
      ]).flat();
    const page = (index: number, title: string) =>
      `- heading "${title}" [ref=a${index}c]\n- textbox "From" [ref=e${index}]\n- textbox "To" [ref=f${index}]`;
    expect(rule(press((index) => page(index, 'Search')))).toBe('no-progress');
    expect(rule(press((index) => page(index, `Step ${'abcdefghijklm'[index]}`)))).toBeNull();
  });

  verifies(
    'X16',
    'pictures cannot be compared, and an act that never shows anything is found all the same',
    () => {
      const look = call('computer', { action: 'screenshot' }, '[image]');
      const acts = times(14, (index) => [
        call('computer', { action: 'left_click', coordinate: [index * 40, index * 9] }, ''),
        look,
      ]).flat();
      expect(rule(acts)).toBeNull();
      expect(rule(times(40, () => look))).toBe('no-progress');
    },
  );
});

describe('what happens outside', () => {
  verifies(
    'X16',
    'a tool that waits is a pause; asking a service that is down at once is a loop',
    () => {
      const down = call('push', { id: 7 }, 'read ECONNRESET');
      const patient = times(12, () => [down, call('wait', { seconds: 120 }, 'Waited.')]).flat();
      expect(rule(patient)).toBeNull();
      expect(rule(times(16, () => down))).toBe('no-progress');
    },
  );

  verifies('X16', 'the next portion of the work is work while less is left', () => {
    const portions = (left: (index: number) => number) =>
      times(14, (index) => [
        call(
          'execute_sql',
          { sql: 'UPDATE t SET r = 1 WHERE r IS NULL LIMIT 1000' },
          'UPDATE 1000',
        ),
        call('query', { sql: 'SELECT count(*) FROM t WHERE r IS NULL' }, `count\n${left(index)}`),
      ]).flat();
    expect(rule(portions((index) => 20_000 - index * 1000))).toBeNull();
    expect(rule(portions(() => 20_000))).not.toBeNull();
  });

  verifies('X16', 'a verdict in an answer is an error, flagged or not', () => {
    const drafts = (verdict: (index: number) => unknown) =>
      times(14, (index) =>
        call('submit_reply', { text: `Draft ${query(index)} number ${index}` }, verdict(index)),
      );
    expect(rule(drafts(() => ({ approved: false, reason: 'no case reference' })))).toBe(
      'no-progress',
    );
    expect(rule(drafts((index) => ({ approved: true, reference: `R${index}` })))).toBeNull();
  });
});

describe('a talk', () => {
  const thanks = [
    'Many thanks, that was great work together.',
    'Thanks again, great work with you!',
    'Great, thanks for the work together.',
  ];
  const turn = (prompt: string, answer: string): TranscriptEvent[] => [
    { kind: 'prompt', text: `[finance] ${prompt}` },
    { kind: 'response', text: answer },
  ];

  verifies('X16', 'goes nowhere when nothing new is said, and somewhere when it is', () => {
    const polite = times(20, (index) =>
      turn(
        thanks[index % 3] ?? '',
        ['You are welcome, it was a pleasure.', 'My pleasure, you are welcome.'][index % 2] ?? '',
      ),
    );
    expect(rule(polite.flat())).toBe('monologue');
    const cards = times(20, (index) =>
      turn('next', `Card: what is the capital of land${index}? It is city${index}.`),
    );
    expect(rule(cards.flat())).toBeNull();
  });
});
