/** What is waited for, what goes to and fro, and what was seen to change: each as a loop and as the work that looks like it. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type TranscriptEvent } from '../index.ts';

const START_MS = 1_790_000_000_000;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

type Step = readonly [tool: string, args: unknown, result: string];

/** The rule that stops an agent that makes these calls, each after so many seconds. */
function rule(steps: readonly Step[], paceS = 3): string | null {
  const events = steps.map(([tool, args, result], index) => ({
    kind: 'tool' as const,
    tool,
    args,
    result,
    atMs: START_MS + index * paceS * 1_000,
  }));
  return detectThread({ id: 't', events }).rule;
}

const shell = (command: string, result: string): Step => ['bash', { command }, result];
const failed = (text: string, code = 1) => `Exit code ${code}\n${text}`;
const edit = (index: number): Step => [
  'edit_file',
  { path: 'src/part.ts', old_string: `a${index}`, new_string: `b${index * 7}` },
  'Edited.',
];

describe('who waits', () => {
  const missing = failed("ls: cannot access 'out/model.done': No such file or directory", 2);

  verifies('X16', 'and looks whether a file is there yet is told no until it is', () => {
    expect(
      rule(
        times(40, () => shell('sleep 100; ls out/model.done', missing)),
        103,
      ),
    ).toBeNull();
    expect(rule(times(40, () => shell('ls out/model.done', missing)))).not.toBeNull();
  });

  verifies('X16', 'is told what the thing is doing, by a command that fails meanwhile', () => {
    const activating = failed('activating', 3);
    const vain = failed('error: timed out waiting for the condition on deployments/web');
    const wait = 'kubectl wait --for=condition=Available deployment/web --timeout=30s';
    const unit = 'sleep 20; systemctl is-active sync.service';
    expect(
      rule(
        times(20, () => shell(unit, activating)),
        23,
      ),
    ).toBeNull();
    expect(
      rule(
        times(16, () => shell(wait, vain)),
        33,
      ),
    ).toBeNull();
    expect(
      rule(
        times(20, () => shell(unit, failed('failed', 3))),
        23,
      ),
    ).not.toBeNull();
  });

  verifies('X16', 'for what has failed for good is stopped, whatever the state is called', () => {
    const poll = (state: string) =>
      times(24, () =>
        shell('sleep 30; curl -s https://api.test/imports/7', `{"state":"${state}"}`),
      );
    expect(rule(poll('ERROR'), 33)).not.toBeNull();
    expect(rule(poll('running'), 33)).toBeNull();
  });
});

describe('a check after each edit', () => {
  verifies('X16', 'that goes to and fro between two states is no progress, flagged or not', () => {
    const lap = (index: number) => [
      edit(index),
      shell(
        'npx prettier --check src',
        index % 2 === 0 ? 'All files are formatted' : '[warn] src/part.ts',
      ),
      shell('npx lint src', index % 2 === 0 ? 'src/part.ts: indent by four' : 'all well'),
    ];
    expect(rule(times(16, lap).flat())).not.toBeNull();
  });

  verifies('X16', 'that is green between failures of other tests is', () => {
    const lap = (index: number) => [
      edit(2 * index),
      shell('npm test', failed(`FAIL feature ${'abcdefghijklmnop'[index]} is missing`)),
      edit(2 * index + 1),
      shell('npm test', 'all tests pass'),
    ];
    expect(rule(times(14, lap).flat())).toBeNull();
  });
});

describe('a deed that is done again', () => {
  const poll = (state: string) => shell('sleep 60; gh run view 7 --json conclusion', state);
  const cycle = (states: readonly string[]) => [
    shell('gh run rerun 7 --failed', ''),
    ...states.map(poll),
  ];

  verifies('X16', 'may be what changed the state that was seen since', () => {
    const moved = cycle(['{"status":"in_progress"}', '{"status":"queued again"}']);
    expect(rule(times(4, () => moved).flat(), 62)).toBeNull();
    expect(rule(times(9, () => cycle(['{"status":"done"}'])).flat(), 3)).not.toBeNull();
  });
});

describe('prompts', () => {
  const say = (kind: 'prompt' | 'response', text: string, atMs: number): TranscriptEvent => ({
    kind,
    text,
    atMs,
  });

  verifies('X16', 'that say what the agent itself said are no new request', () => {
    const thanks = [
      'Many thanks, I am ready when you are',
      'Great, please go ahead when it suits you',
    ];
    const more = ['Perfect, tell me how to proceed', 'Thanks, I am happy to go on when you are'];
    const all = [...thanks, ...more];
    const events = times(40, (index) =>
      say(
        index % 2 === 0 ? 'prompt' : 'response',
        all[(index * 3 + (index >> 2)) % all.length] ?? '',
        START_MS + index * 2_000,
      ),
    );
    expect(detectThread({ id: 't', events }).rule).toBe('monologue');
  });

  verifies('X16', 'of a clock begin a new run, however slow the model is', () => {
    const events = times(20, (index): TranscriptEvent[] => {
      const atMs = START_MS + index * 260_000;
      return [
        say('prompt', 'Check the service and tell me.', atMs),
        { kind: 'tool', tool: 'check_health', args: {}, result: '200', atMs: atMs + 80_000 },
        say('response', 'It is up.', atMs + 170_000),
      ];
    }).flat();
    expect(detectThread({ id: 't', events }).rule).toBeNull();
  });
});

verifies('X16', 'an entry of a list may have something behind it in the call', () => {
  const names = ['amber', 'basil', 'comet', 'delta', 'ember', 'fjord', 'harbor', 'ivory'];
  const domains = names.flatMap((one) => names.slice(0, 4).map((two) => `${one}-${two}`));
  const look = (domain: string): Step => [
    'lookup_domain',
    { domain: `${domain}.example` },
    JSON.stringify({ domain: `${domain}.example`, found: false }),
  ];
  expect(rule([shell('cat domains.txt', domains.join('\n')), ...domains.map(look)])).toBeNull();
});
