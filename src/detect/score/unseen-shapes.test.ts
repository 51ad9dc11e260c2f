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
    'a tool that waits is a pause; asking a service that is down at once is a loop only when it goes on for ever',
    () => {
      const down = call('push', { id: 7 }, 'read ECONNRESET');
      const patient = times(12, () => [down, call('wait', { seconds: 120 }, 'Waited.')]).flat();
      expect(rule(patient)).toBeNull();
      expect(rule(times(60, () => down))).toBeNull();
      expect(rule(times(120, () => down))).toBe('no-progress');
      // It is up, and says that it is asked too often: to ask at once again is the agent's doing.
      const limited = call('push', { id: 7 }, 'HTTP 429 Too Many Requests');
      expect(rule(times(16, () => limited))).toBe('no-progress');
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

describe('lists', () => {
  verifies(
    'X16',
    'several things asked about after each pause are waited for, at once they are a loop',
    () => {
      const round = ['a1', 'b2', 'c3'].map((sku) => call('get_stock', { sku }, { sku, left: 0 }));
      const pause = call('wait', { minutes: 5 }, 'Waited.');
      expect(rule(times(9, () => [...round, pause]).flat())).toBeNull();
      expect(rule(times(9, () => round).flat())).toBe('no-progress');
    },
  );

  verifies('X16', 'ids from a list are entries of it, ids of the agent are a search', () => {
    const ids = times(24, (index) => ((index + 3) * 2_654_435_761).toString(16).padStart(12, 'c'));
    const grep = ids.map((id) =>
      call('bash', { command: `grep ${id} backend.log` }, 'Exit code 1'),
    );
    expect(rule([call('bash', { command: 'cat ids.txt' }, ids.join('\n')), ...grep])).toBeNull();
    const guess = times(24, (index) => call('search_logs', { text: query(index) }, 'No matches.'));
    expect(rule(guess)).toBe('no-progress');
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

describe('what stands between other steps', () => {
  const clock = call('get_current_time', { zone: 'UTC' }, '2026-11-16T15:00:00Z');
  const acts = (index: number) => [
    call('set_cell', { row: index, column: 1, value: index * 7 }, 'ok'),
    call('set_cell', { row: index, column: 2, value: index * 9 }, 'ok'),
    clock,
  ];
  verifies('X16', 'the clock at every third step of work is no loop; in a loop it counts', () => {
    expect(rule(times(20, acts).flat())).toBeNull();
    const loop = times(8, () => [
      call('read_file', { path: 'a.ts' }, 'const a = 1;'),
      call('read_file', { path: 'b.ts' }, 'const b = 2;'),
      clock,
    ]).flat();
    expect(rule(loop)).toBe('no-progress');
  });
});

describe('figures and states', () => {
  verifies('X16', 'other questions with the same figures add up, with other figures not', () => {
    const asked = (sum: (index: number) => string) =>
      times(14, (index) =>
        call(
          'run_query',
          { sql: `WITH o AS (SELECT * FROM orders) SELECT SUM(a) AS s FROM o WHERE b > ${index}` },
          `s | d\n${sum(index)} | 9494.49`,
        ),
      );
    expect(rule(asked(() => '497141.00'))).toBe('no-progress');
    expect(rule(asked((index) => `${497_141 - 1_313 * index}.00`))).toBeNull();
  });

  verifies(
    'X16',
    'a list that no longer scrolls is a loop under any clock, one that does is none',
    () => {
      const swiped = (rows: (index: number) => string) =>
        times(26, (index) => [
          call(
            'swipe',
            { direction: 'up', distance: 700 + ((index * 37) % 200) },
            'Swiped up on it',
          ),
          call(
            'list_elements',
            { device: 'd' },
            `Status 15:${10 + index}\nBattery ${60 + (index % 3)} %\n${rows(index)}`,
          ),
        ]).flat();
      const names = (from: number) =>
        times(
          9,
          (row) => `entry ${'abcdefghijkl'[row]} of ${'abcdefghijklmnopqrstuvwxyz'[from]}`,
        ).join('\n');
      expect(rule(swiped((index) => names(Math.min(index, 3))))).toBe('no-progress');
      expect(rule(swiped((index) => names(index)))).toBeNull();
    },
  );
});

describe('other scripts', () => {
  verifies('X16', 'an id and a clock are noise in every alphabet', () => {
    const looked = (id: (index: number) => string) =>
      times(8, (index) =>
        call('статус', { заказ: 'А-17' }, `{"состояние":"ждёт","запрос":"${id(index)}"}`),
      );
    const ids = ['6ег36ж1же84б', 'жедбг37б84ж5', 'ж8172же46ж3а', 'γ9α8ε28γ1β2δ'];
    expect(rule(looked((index) => ids[index % 4] ?? ''))).toBe('no-progress');
    const words = [
      'сборка',
      'проверка',
      'упаковка',
      'отправка',
      'в пути',
      'на складе',
      'у двери',
      'вручён',
    ];
    expect(rule(looked((index) => words[index] ?? ''))).toBeNull();
  });
});

describe('who is told the same again', () => {
  verifies(
    'X16',
    'a customer who repeats a number begins no new run, one with another does',
    () => {
      const said = [
        'My number is 0078799.',
        '0078799',
        'As I wrote: 0078799!',
        'It is 0078799, as before.',
      ];
      const talk = (text: (index: number) => string): TranscriptEvent[] =>
        times(9, (index): TranscriptEvent[] => [
          { kind: 'prompt', text: text(index) },
          call(
            'find_customer',
            { number: /\d{5,}/.exec(text(index))?.[0] },
            { hits: 0, customers: [] },
          ),
          { kind: 'response', text: `I could not find you. What is your number (${index % 3})?` },
        ]).flat();
      expect(rule(talk((index) => said[index % 4] ?? ''))).toBe('no-progress');
      expect(rule(talk((index) => `My number is 00787${10 + index}.`))).toBeNull();
    },
  );
});

describe('the entries of a list', () => {
  const numbers = times(
    70,
    (index) => `${'KLMNPQRSTV'[index % 10]}${index * 7}-${70_000 + index * 137}`,
  );
  const list = call('read_file', { path: 'bom.csv' }, numbers.join('\n'));
  const unknown = '{"error":"not_found","message":"No part with this number."}';

  verifies(
    'X16',
    'asked for in an address are work, those that nobody handed out are guessed',
    () => {
      const ask = (number: string) =>
        call('bash', { command: `curl -s https://parts.example/api/parts/${number}` }, unknown);
      expect(rule([list, ...numbers.map(ask)])).toBeNull();
      expect(rule(times(40, (index) => ask(`part-${WORDS[index % 8]}`)))).toBe('no-progress');
    },
  );

  verifies('X16', 'of which most are out of sight are work, too', () => {
    const buckets = times(60, (index) => `${WORDS[index % 8]}-${WORDS[(index * 3) % 7]}-${index}`);
    const ask = (bucket: string): ToolEvent => ({
      ...call('bash', { command: `aws s3api get-bucket-policy --bucket ${bucket}` }, ''),
      error:
        'Exit code 254\nAn error occurred (NoSuchBucketPolicy): The bucket policy does not exist',
    });
    const listing = call('bash', { command: 'aws s3api list-buckets' }, buckets.join('\n'));
    expect(rule([listing, ...buckets.map(ask)])).toBeNull();
    expect(rule([listing, ...times(12, () => ask('no-such-bucket'))])).toBe('no-progress');
  });
});

describe('a check between edits', () => {
  const rounds = (example: (index: number) => string) =>
    times(14, (index): ToolEvent[] => [
      call(
        'edit',
        { path: 'src/parse.py', old: WORDS[index % 8], new: `${WORDS[(index * 3) % 8]}_${index}` },
        'ok',
      ),
      {
        ...call('bash', { command: 'pytest tests/test_parse.py -x' }, ''),
        error: `Exit code 1\nE   AssertionError: round trip changed the value\nE   Falsifying example: value="${example(index)}"\n1 failed in 1.${index}s`,
      },
    ]).flat();

  verifies(
    'X16',
    'that fails in something new each time gets on, one that fails as ever does not',
    () => {
      const letters = (index: number) => 'abcdefghijklmn'.slice(index, index + 3).padEnd(3, 'z');
      expect(rule(rounds((index) => `${WORDS[index % 8]} ${letters(index)}`))).toBeNull();
      expect(rule(rounds(() => 'a tab'))).not.toBeNull();
    },
  );
});

describe('a list of ids on one line', () => {
  const id = (index: number) => `${(0xa1b2c3 + index * 7_919).toString(16)}${index % 7}f${index}e`;
  const portion = (from: number) =>
    `[${times(10, (index) => `{"id":"${id(from * 10 + index)}"}`).join(', ')}]`;

  verifies('X16', 'is another one with other ids, and the same with the same', () => {
    const look = (from: (index: number) => number) =>
      times(12, (index) => [
        call('query', { sql: 'SELECT id FROM events WHERE old LIMIT 10' }, portion(from(index))),
        call('archive', { first: id(from(index) * 10) }, 'done'),
      ]).flat();
    expect(rule(look((index) => index))).toBeNull();
    expect(rule(look(() => 1))).toBe('no-progress');
  });
});

describe('a board of a game', () => {
  const row = (open: readonly number[], from: number) =>
    times(8, (at) => (open.includes(from + at) ? String(((from + at) % 3) + 1) : '#')).join(' ');
  const board = (open: readonly number[]) => times(8, (y) => row(open, 8 * y)).join('\n');
  const squares = times(40, (index) => (index * 37) % 64);

  verifies('X16', 'moves on with each square that opens, and stands still where none does', () => {
    const play = (shown: (index: number) => readonly number[]) =>
      squares.map((at, index) =>
        call('play', { x: at % 8, y: Math.floor(at / 8) }, board(shown(index))),
      );
    expect(rule(play((index) => squares.slice(0, index + 1)))).toBeNull();
    expect(rule(play(() => squares.slice(0, 9)))).toBe('no-progress');
  });
});
