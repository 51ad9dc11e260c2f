/** Each mechanism of the judge by itself: what it stops, and the healthy neighbour that it leaves alone. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type ToolEvent, type TranscriptEvent } from '../index.ts';

const PACE_MS = 8_000;

function call(
  tool: string,
  args: unknown,
  result: string,
  more: Partial<ToolEvent> = {},
): ToolEvent {
  return { kind: 'tool', tool, args, result, ...more };
}

/** Events one after the other, at the pace of a model; the first is a prompt. */
function paced(events: readonly TranscriptEvent[], paceMs = PACE_MS): TranscriptEvent[] {
  const start: TranscriptEvent = { kind: 'prompt', text: 'Please take care of it.', atMs: 0 };
  const at = (event: TranscriptEvent, index: number) => ({ atMs: (index + 1) * paceMs, ...event });
  return [start, ...events.map(at)];
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const rule = (events: readonly TranscriptEvent[]) => detectThread({ id: 't', events }).rule;
const bash = (command: string, result: string, more: Partial<ToolEvent> = {}) =>
  call('bash', { command }, result, more);

describe('only information is progress', () => {
  verifies('X1', 'new questions with the same known answer add up; new answers do not', () => {
    const asked = (result: (index: number) => string) =>
      paced(
        times(20, (index) =>
          call(
            'search_docs',
            { query: `${['limit', 'cap', 'quota'][index % 3]} of exports` },
            result(index),
          ),
        ),
      );
    expect(rule(asked(() => '{"results": []}'))).toBe('no-progress');
    expect(rule(asked((index) => `page ${index}: how exports work`))).toBeNull();
  });

  verifies('X1', 'plans are no work, and a plan between steps of work is no loop', () => {
    const plan = (index: number) =>
      call(
        'write_todos',
        { todos: [{ text: `${'abc'[index % 3]} first`, status: 'pending' }] },
        'ok',
      );
    expect(rule(paced(times(18, plan)))).toBe('no-progress');
    const work = times(18, (index) => [
      plan(index),
      call('read_file', { path: `src/${index}.ts` }, `export const value = ${index};`),
    ]).flat();
    expect(rule(paced(work))).toBeNull();
  });

  verifies('X1', 'the same paragraph appended again is no work, however the file grows', () => {
    const append = (index: number) =>
      bash('printf "## Usage" >> README.md && wc -c README.md', `${900 + index * 46} README.md`);
    expect(rule(paced(times(8, append)))).toBe('no-progress');
  });
});

describe('one model of waiting', () => {
  verifies(
    'X1',
    'a look a minute while it is pending is patience; after it has failed it is not',
    () => {
      const looks = (status: string) =>
        paced(
          times(40, (index) =>
            bash('sleep 60; gh run view 9', `status: ${status}`, { atMs: 20_000 + index * 70_000 }),
          ),
        );
      expect(rule(looks('in_progress'))).toBeNull();
      expect(rule(looks('failure'))).toBe('no-progress');
    },
  );

  verifies('X1', 'a poll that fails while it is pending is a poll', () => {
    const poll = (index: number) => [
      bash('sleep 45', ''),
      bash('gh pr checks 4', `build\tpending\t0\nlint\tpass\t${31 + index}s`, { isError: true }),
    ];
    expect(rule(paced(times(20, poll).flat(), 40_000))).toBeNull();
  });
});

describe('runs and turns', () => {
  verifies('X1', 'a clock begins a new run at any period; a hook at once does not', () => {
    const asks = (restMs: number) =>
      times(12, (index): TranscriptEvent[] => {
        const atMs = index * (restMs + 9_000);
        return [
          { kind: 'prompt', text: 'Check the health of sync and report.', atMs },
          call('check_health', {}, 'all fine', { atMs: atMs + 4_000 }),
          { kind: 'response', text: 'All ok.', atMs: atMs + 8_000 },
        ];
      }).flat();
    expect(rule(asks(60_000))).toBeNull();
    expect(rule(asks(0))).toBe('no-progress');
  });

  verifies('X1', 'two agents that thank each other are stopped; customers are not', () => {
    const thanks = ['Thank you, is there anything else I can help you with?', 'You are welcome!'];
    const talk = (said: (index: number) => string, answer: string) =>
      times(20, (index): TranscriptEvent[] => [
        { kind: 'prompt', text: said(index), atMs: index * 9_000 },
        { kind: 'response', text: answer, atMs: index * 9_000 + 8_000 },
      ]).flat();
    const polite = 'Thank you so much for the update, please let me know about anything else.';
    expect(
      rule(talk((index) => `${thanks[0]} ${index % 2 === 0 ? 'Please tell me.' : ''}`, polite)),
    ).toBe('monologue');
    expect(
      rule(
        talk(
          (index) =>
            `${['My', 'The', 'Our'][index % 3]} order ${7_000 + index * 37} ${['never arrived', 'came twice', 'is broken', 'has the wrong size'][index % 4]}. Regards, ${'KLMNOPQ'.charAt(index % 7)}ane`,
          polite,
        ),
      ),
    ).toBeNull();
  });
});

describe('progress across edits', () => {
  const edit = (index: number) =>
    call('edit_file', { path: 'a.ts', text: `version ${index}` }, 'Edited.');

  verifies('X1', 'two failures in turns are no progress; fewer failures are', () => {
    const alternating = (index: number) => [
      edit(index),
      bash('npm test', `FAILED test_${index % 2 === 0 ? 'a' : 'b'}\n1 failed, 9 passed`),
    ];
    expect(rule(paced(times(12, alternating).flat()))).toMatch(/verify-stall|no-progress/);
    const shrinking = (index: number) => [
      edit(index),
      bash('npm test', `${12 - index} failed, ${index} passed`),
    ];
    expect(rule(paced(times(12, shrinking).flat()))).toBeNull();
  });
});

describe('enumerating is not searching', () => {
  verifies('X1', 'forty hosts that all say no are work', () => {
    const hosts = times(40, (index) =>
      bash(`ssh host-${index} "grep -c libfoo"`, 'Exit code 1\n0', { isError: true }),
    );
    expect(rule(paced(hosts))).toBeNull();
  });

  verifies('X1', 'entries of a list that was given are work, whatever they are made of', () => {
    const names = times(
      20,
      (index) => `${['Ada', 'Ben', 'Cleo', 'Dan'][index % 4]} ${'KLMNO'.charAt(index % 5)}ane`,
    );
    const prompt: TranscriptEvent = {
      kind: 'prompt',
      text: `Look up: ${names.join(', ')}`,
      atMs: 0,
    };
    const looked = names.map((name, index) =>
      call('crm_search', { name }, '[]', { atMs: (index + 1) * PACE_MS }),
    );
    expect(rule([prompt, ...looked])).toBeNull();
  });

  verifies('X1', 'agents are judged by what they bring back', () => {
    const spawn = (index: number, result: string) =>
      call(
        'spawn_agent',
        { message: `${'abcdef'[index % 6]} the flaky test ${'x'.repeat(index % 5)}` },
        result,
      );
    expect(rule(paced(times(16, (index) => spawn(index, 'I need more context.'))))).toBe(
      'no-progress',
    );
    const shards = times(32, (index) =>
      call(
        'spawn_agent',
        { message: `Review module ${index}` },
        `${index} findings in module ${index}`,
      ),
    );
    expect(rule(paced(shards))).toBeNull();
  });
});
