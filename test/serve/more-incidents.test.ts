/**
 * More of what users of agents reported: each run that spent on and on is ended or named, and beside it one that looks like it
 * and is work.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { clockAhead } from '../kit/clock-ahead.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';
import {
  codesOf,
  played,
  post,
  says,
  SECOND_MS,
  viewOf,
  type Round,
  type Step,
} from './played-runs.ts';

vi.setConfig({ testTimeout: 180_000 });

const bash = (command: string, result: string): readonly Step[] => [
  { tool: 'Bash', args: { command }, result },
];
const times = <One>(count: number, one: (index: number) => One): readonly One[] =>
  Array.from({ length: count }, (_, index) => one(index));

/** A model that words each step in another way: equal answers in a row would be made to wait by the constitution first. */
const inOtherWords: FakeScript = (_turn, index) => ({
  text: times(6, (word) => ((index * 7919 + word * 104_729) % 1_000_003).toString(36)).join(' '),
  toolCalls: [{ name: 'next', args: { index } }],
  usage: { input: 900, output: 100 },
});

/** What a model says that is sure to be done, whatever a hook says. */
const sure = [
  'All of the work is done; the hook itself is broken, and I cannot mend it from here.',
  'Nothing is left to do. The module that the hook wants does not exist in this machine.',
  'As I said, the task is complete. Somebody has to look at the hook.',
  'The error comes from the hook and not from my changes, which are finished.',
  'I have finished; this feedback is about a missing file of the hook.',
];
const saysItIsDone: FakeScript = (turn, index) =>
  turn.lastUserText.startsWith('Stop hook feedback:\n[node')
    ? { text: sure[index % sure.length] ?? '', usage: { input: 60_000, output: 40 } }
    : inOtherWords(turn, index);

/** What is stopped, by which round at the latest, and the work that looks like it. */
interface Incident {
  readonly what: string;
  readonly stuck: readonly Round[];
  readonly by: number;
  readonly healthy: readonly Round[];
  readonly gapMs: number;
}

const hookError =
  "Stop hook feedback:\n[node /hooks/check.mjs]: Error: Cannot find module '/hooks/rules.mjs'";
const fixing = (left: number): readonly Round[] => [
  {
    prompt: `Stop hook feedback:\n${left} tests fail: test/part-${left}.test.ts`,
  },
  [
    {
      tool: 'Edit',
      args: { path: `src/part-${left}.ts`, text: `export const part = ${left * 3};` },
      result: 'The file was changed.',
    },
  ],
];

const terminal = (command: string, index: number): readonly Step[] => [
  {
    tool: 'terminal',
    args: { command },
    result: `ls: cannot access 'dist': No such file or directory\n[warning: this call was made ${index + 1} times, try something else]`,
  },
];

const failing = [
  { tool: 'read_file', args: { path: '/srv/app.log' }, result: 'Error: EACCES: permission denied' },
  { tool: 'search', args: { text: 'timeout' }, result: 'Error: search backend is not running' },
  { tool: 'terminal', args: { command: 'cat /srv/app.log' }, result: 'cat: Permission denied' },
] as const;

const script = (index: number) =>
  `osascript -e 'tell application "Notes" to make new note ${['at folder 1', 'with body "x"', 'in account 1', ''][index % 4] ?? ''}'`;
const notFound =
  '34:41: execution error: Notes got an error: Can\'t get application "Notes". (-1728)';

const incidents: readonly Incident[] = [
  {
    what: "a stop hook's error comes back as the next prompt, for an hour",
    stuck: times(60, () => ({ prompt: hookError })),
    by: 25,
    healthy: times(8, (index) => fixing(8 - index)).flat(),
    // A hook answers at once; what takes long is the model.
    gapMs: SECOND_MS,
  },
  {
    what: 'five hundred equal calls of a terminal, each with a warning',
    stuck: times(500, (index) => terminal('ls dist', index)),
    by: 12,
    healthy: times(60, (index) =>
      bash(`ls src/room-${index}`, `door-${index * 7}.ts\nwindow-${index * 13}.ts`),
    ),
    gapMs: 6 * SECOND_MS,
  },
  {
    what: 'one file read sixty times',
    stuck: times(60, () => [
      { tool: 'read_file', args: { path: 'docs/skills.md' }, result: '# Skills\nRead this first.' },
    ]),
    by: 12,
    healthy: times(60, (index) => [
      {
        tool: 'read_file',
        args: { path: `docs/chapter-${index}.md` },
        result: `# Chapter ${index}\nIt is about ${['birds', 'fish', 'frogs', 'foxes'][index % 4]} number ${index * 31}.`,
      },
    ]),
    gapMs: 8 * SECOND_MS,
  },
  {
    what: 'a path that is blocked, read over and over',
    stuck: times(200, () => [
      {
        tool: 'read_file',
        args: { path: '/etc/agent/secrets.json' },
        result: 'Blocked: /etc/agent is outside of the workspace.',
      },
    ]),
    by: 12,
    healthy: [
      [
        {
          tool: 'read_file',
          args: { path: '/etc/agent/secrets.json' },
          result: 'Blocked: /etc/agent is outside of the workspace.',
        },
      ],
      ...times(20, (index) => bash(`wc -l src/part-${index}.ts`, `${index * 17 + 3} lines`)),
    ],
    gapMs: 8 * SECOND_MS,
  },
  {
    what: 'different tools that fail in turn, each below any count of its own',
    stuck: times(60, (index) => [failing[index % failing.length] as Step]),
    by: 30,
    healthy: [
      ...failing.map((one) => [one]),
      bash('sudo -n cat /srv/app.log', 'timeout in room 7 after 30 s'),
      ...times(12, (index) =>
        bash(`grep -n timeout src/part-${index}.ts`, `${index}: timeout = ${index * 10}`),
      ),
    ],
    gapMs: 8 * SECOND_MS,
  },
  {
    what: 'nearly the same command with the same output, others in between',
    stuck: times(43, (index) => [
      bash(`curl -s http://localhost:8080/health?try=${index}`, '{"status":"starting","ready":0}'),
      bash(`git status`, 'nothing to commit, working tree clean'),
    ]).flat(),
    by: 60,
    healthy: times(20, (index) => [
      bash(
        `curl -s http://localhost:8080/items?page=${index}`,
        `{"items":[${index * 3},${index * 3 + 1}]}`,
      ),
      bash(`git commit -am "page ${index}"`, `[main ${index}a${index}] page ${index}`),
    ]).flat(),
    gapMs: 10 * SECOND_MS,
  },
  {
    what: 'a script that fails the same way, in 123 wordings',
    stuck: times(123, (index) => bash(script(index), notFound)),
    by: 25,
    healthy: times(9, (index) =>
      bash(
        `osascript step-${index}.scpt`,
        index < 8 ? `${40 - index * 4}:12: syntax error: Expected end of line` : 'note id 77',
      ),
    ).flatMap((run, index) => [
      [
        {
          tool: 'Edit',
          args: { path: `step-${index}.scpt`, text: `line ${40 - index * 4} of the script` },
          result: 'ok',
        },
      ],
      run,
    ]),
    gapMs: 8 * SECOND_MS,
  },
];

describe.each(incidents)('$what', ({ stuck, by, healthy, gapMs }) => {
  verifies('X16', 'is stopped', async () => {
    const pass = clockAhead();
    const at = await wholeServer({ script: saysItIsDone });
    const end = await played(at, 'sam', stuck, () => pass(gapMs));
    expect(end?.refusal ?? 'never').toContain('agent_stopped');
    expect(end?.round).toBeLessThanOrEqual(by);
  });

  test('and the work that looks like it is left alone', async () => {
    const pass = clockAhead();
    const at = await wholeServer({ script: inOtherWords });
    expect(await played(at, 'kim', healthy, () => pass(gapMs))).toBeNull();
  });
});

verifies(
  'X20',
  'the same call every eight seconds to a service that answers 503 is named, and is no loop',
  async () => {
    const pass = clockAhead();
    const at = await wholeServer({ script: inOtherWords });
    const down = '{"ok":true,"status":503,"body":"Service Unavailable"}';
    const fetched = (result: string): readonly Step[] => [
      { tool: 'http_get', args: { url: 'https://example.com/orders' }, result },
    ];
    const up = times(6, (index) => fetched(`{"ok":true,"status":200,"body":"order ${index * 7}"}`));
    const outage = times(60, () => fetched(down));
    expect(await played(at, 'sam', outage, () => pass(8 * SECOND_MS))).toBeNull();
    await vi.waitFor(async () => expect(await codesOf(at, 'sam')).toContain('QUICK_RETRIES'), {
      timeout: 30_000,
    });
    expect((await viewOf(at, 'sam')).holds).toEqual([]);
    expect(
      await played(at, 'sam', [...times(3, () => fetched(down)), ...up], () => pass(SECOND_MS)),
    ).toBeNull();
    await vi.waitFor(async () => expect(await codesOf(at, 'sam')).toEqual([]), { timeout: 30_000 });
  },
);

verifies('X6', 'a cap holds, and whoever spends is not shown as idle', async () => {
  const pass = clockAhead();
  const slow: FakeScript = (_, index) => ({
    text: `Part ${index} is done: ${'abcdefgh'[index % 8]?.repeat(9)}.`,
    usage: { input: 20, output: 3_500 },
    pace: { pauseBeforeMs: 1_500 },
  });
  const at = await wholeServer({ script: slow, yaml: 'budgets: { tokens_per_day: 30000 }\n' });
  interface Seen {
    readonly mode: string;
    readonly open_calls: number;
    readonly spend: { readonly total: { readonly tokens: number } };
  }
  const seen = () => at.api<Seen>('/api/agents/sam');
  let passed = 0;
  for (let call = 0; call < 12; call += 1) {
    const asking = post(at, 'sam', says(`Do part ${call} of the work, number ${call * 19}.`));
    const done = asking.then(() => true);
    while (!(await Promise.race([done, sleep(300, false)]))) {
      const { open_calls: open } = await seen();
      if (open > 0) expect(open).toBe(1);
    }
    const answer = await asking;
    if (answer.startsWith('200')) passed += 1;
    else expect(answer).toContain('budget_spent');
    pass(5 * SECOND_MS);
  }
  expect(passed).toBeGreaterThan(3);
  expect((await seen()).spend.total.tokens).toBeLessThanOrEqual(30_000);
  // Another agent has its own.
  expect(await post(at, 'kim', says('Do the other part.'))).toMatch(/^200/);
});

verifies(
  'X14',
  'a judge that fails blocks no work, and loops are stopped all the same',
  async () => {
    const pass = clockAhead();
    const broken: FakeScript = (turn, index) =>
      turn.lastUserText.startsWith('The detector says:')
        ? { status: 500, error: { message: 'the classifier is unavailable' } }
        : inOtherWords(turn, index);
    const at = await wholeServer({
      script: broken,
      yaml: 'second_opinion:\n  provider: openai\n  model: gpt-5-mini\n  timeout_ms: 300\n',
    });
    const works = times(40, (index) =>
      bash(`wc -l src/part-${index}.ts`, `${index * 17 + 3} lines`),
    );
    expect(await played(at, 'kim', works, () => pass(8 * SECOND_MS))).toBeNull();
    const loops = times(40, (index) => terminal('ls dist', index));
    const end = await played(at, 'sam', loops, () => pass(8 * SECOND_MS));
    expect(end?.refusal).toContain('agent_stopped');
  },
);

/** A conversation that is summarised after each lap: what the client sends then is the prompt and the summary. */
async function summarised(
  at: WholeServer,
  agent: string,
  laps: readonly (readonly (readonly Step[])[])[],
  between: () => void,
): Promise<{ readonly lap: number; readonly refusal: string } | null> {
  const prompt = { role: 'user', content: 'Add retries to the mail worker.' };
  for (const [lap, rounds] of laps.entries()) {
    const summary =
      'This session is being continued from a previous conversation that ran out of context. The user wants retries in the mail worker. The rules were read.';
    const begun = lap === 0 ? [prompt] : [prompt, { role: 'user', content: summary }];
    const end = await played(at, agent, rounds, between, begun);
    if (end !== null) return { lap, refusal: end.refusal };
  }
  return null;
}

describe('two or three messages, a compaction, and the same again', () => {
  const reading = (name: string, text: string): readonly Step[] => [
    { tool: 'read_file', args: { path: name }, result: text },
  ];
  const rules = [
    reading('AGENTS.md', 'Keep functions short.\nName things by what they are.'),
    reading('docs/style.md', 'Two spaces.\nNo tabs.\nSentences end with a full stop.'),
  ];

  verifies('X16', 'is stopped', async () => {
    const pass = clockAhead();
    const at = await wholeServer({ script: inOtherWords });
    const laps = times(20, () => rules);
    const end = await summarised(at, 'sam', laps, () => pass(8 * SECOND_MS));
    expect(end?.refusal ?? 'never').toContain('agent_stopped');
    expect(end?.lap).toBeLessThanOrEqual(8);
  });

  test('and work that is summarised as often is left alone', async () => {
    const pass = clockAhead();
    const at = await wholeServer({ script: inOtherWords });
    const laps = times(10, (lap) => [
      ...rules.slice(0, 1),
      reading(`src/mail-${lap}.ts`, `export const room${lap} = ${lap * 37};\n// part ${lap}`),
      [
        {
          tool: 'Edit',
          args: { path: `src/mail-${lap}.ts`, text: `retry(${lap * 5 + 1})` },
          result: 'The file was changed.',
        },
      ],
      bash(`npm test -- mail-${lap}`, `${lap + 3} passed`),
    ]);
    expect(await summarised(at, 'kim', laps, () => pass(8 * SECOND_MS))).toBeNull();
  });
});
