/** Rounds of the same steps: over other things each time they are work, over the same ones they are none. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type TranscriptEvent } from '../index.ts';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A call after a usual pause of a fast model. */
function thread(steps: readonly Omit<TranscriptEvent & { kind: 'tool' }, 'kind' | 'atMs'>[]) {
  const events = steps.map((step, index) => ({
    ...step,
    kind: 'tool' as const,
    atMs: 1_790_000_000_000 + index * 2_500,
  }));
  return { id: 't', events };
}

/** The same after a prompt. */
function asked(text: string, steps: Parameters<typeof thread>[0]) {
  const prompt = { kind: 'prompt' as const, text, atMs: 1_789_999_999_000 };
  return detectThread({ id: 't', events: [prompt, ...thread(steps).events] }).rule;
}

const rule = (steps: Parameters<typeof thread>[0]) => detectThread(thread(steps)).rule;
const call = (tool: string, args: unknown, result: unknown) => ({
  tool,
  args,
  result: JSON.stringify(result),
});

describe('a round of the same steps', () => {
  const regions = [
    'eu-west-1',
    'eu-west-2',
    'eu-east-1',
    'us-west-1',
    'us-west-2',
    'us-east-1',
    'us-east-2',
    'ap-east-1',
    'ap-west-1',
    'sa-east-1',
  ];
  const round = (region: string) => [
    call('deploy', { region, version: '4.2' }, { accepted: true }),
    call('deployment_status', { region }, { state: 'in_progress' }),
    call('deployment_status', { region }, { state: 'in_progress' }),
    call('deployment_status', { region }, { state: 'healthy' }),
    call('smoke_test', {}, { passed: true }),
  ];

  verifies(
    'X16',
    'over one thing after the other is work, be their names of the same parts',
    () => {
      expect(rule(regions.flatMap(round))).toBeNull();
    },
  );

  verifies('X16', 'over the same things again is a loop', () => {
    expect(rule(times(10, (index) => round(regions[index % 2] ?? '')).flat())).toBe('no-progress');
  });

  verifies('X16', 'between states that come and go with each node is work', () => {
    const health = (status: string, nodes: number) =>
      call('get_cluster_health', { cluster: 'search' }, { status, nodes, unassigned: 9 - nodes });
    const nodes = times(14, (node) => [
      call('put_setting', { cluster: 'search', value: 'primaries' }, { acknowledged: true }),
      call('node_restart', { host: `search-${node}.internal` }, { accepted: true }),
      health('yellow', 8),
      health('yellow', 8),
      health('yellow', 8),
      call('put_setting', { cluster: 'search', value: 'all' }, { acknowledged: true }),
      health('green', 9),
    ]);
    expect(rule(nodes.flat())).toBeNull();
  });
});

describe('what a prompt asks for a number of times', () => {
  const rolls = (count: number) =>
    times(count, () => call('print_label', { template: 'pallet' }, { status: 'printed' }));
  const soak = (count: number) =>
    times(count, () => [
      { tool: 'Bash', args: { command: 'systemctl restart relay' }, result: '' },
      { tool: 'Bash', args: { command: 'curl -fsS localhost:8080/healthz' }, result: 'ok' },
    ]).flat();

  verifies('X16', 'is done as often, in whatever language', () => {
    for (const prompt of [
      'Print 20 copies.',
      'Imprima 20 cópias.',
      '印刷20份',
      '(bitte 20 Stück)',
      'Напечатай 20 раз',
      'Print the label 20x',
    ])
      expect(asked(prompt, rolls(20)), prompt).toBeNull();
    expect(
      asked('Restart it 16 times in a row. Does it ever fail to come up?', soak(16)),
    ).toBeNull();
  });

  verifies('X16', 'and hardly more often', () => {
    expect(asked('Print 20 copies.', rolls(28))).toBe('no-progress');
    expect(asked('Restart it 16 times in a row.', soak(26))).toBe('no-progress');
  });

  verifies('X16', 'is no version, no name, no amount; and a failure is not asked for', () => {
    for (const prompt of [
      'Print label 20.',
      'Release 1.20 now',
      'Pay $20 please',
      'Fix #20 first',
      'at 12:20 today',
      'Print it.',
      'Work through the 20 orders.',
      'Do it in 20 steps.',
    ])
      expect(asked(prompt, rolls(9)), prompt).toBe('no-progress');
    const failing = times(9, () => ({
      tool: 'print_label',
      args: {},
      result: '',
      error: 'paper jam',
    }));
    expect(asked('Print 20 copies.', failing)).not.toBeNull();
  });
});

describe('a check that stays red across changes', () => {
  const words = (index: number) => `${'abcdefghijklmnop'[index]}${'qrstuvwxyzabcdef'[index]}`;
  const lap = (index: number, failure: string) => [
    {
      tool: 'Edit',
      args: { file_path: 'a.go', old_string: words(index), new_string: `${words(index)}()` },
      result: 'The file a.go has been updated.',
    },
    { tool: 'Bash', args: { command: 'go test ./job' }, result: failure, error: failure },
  ];
  const stacks = ['queue.go', 'store.go', 'worker.go'];

  verifies('X16', 'with the same lines in another order or number is a loop', () => {
    const laps = times(16, (index) => {
      const lines = stacks
        .slice(index % 2, 2 + (index % 3))
        .map((file) => `  ${file}:${20 + index}: run`);
      return lap(index, [...lines, 'job_test.go:45: got "pending", want "settled"'].join('\n'));
    });
    expect(rule(laps.flat())).not.toBeNull();
  });

  verifies('X16', 'with fewer failures each time is work', () => {
    const laps = times(14, (index) => {
      const left = times(
        15 - index,
        (test) => `FAIL ${words(test)} expected ${index * 7} to be ${test}`,
      );
      return lap(index, left.join('\n'));
    });
    expect(rule(laps.flat())).toBeNull();
  });
});

describe('figures after a change', () => {
  const measure = (index: number) => ({
    tool: 'Bash',
    args: { command: 'wrk -c50 http://app' },
    result: `50% ${50 + ((index * 7) % 5)}.1ms\n75% ${60 + ((index * 3) % 5)}.2ms\n99% ${90 + ((index * 11) % 5)}.3ms\nRequests ${9000 + ((index * 137) % 90)} in 60 at ${150 + ((index * 13) % 7)}`,
  });
  const pool = (index: number) => ({
    tool: 'Write',
    args: { file_path: `perf/${'abcdefgh'[index]}.env`, content: `POOL_${'abcdefgh'[index]}=on` },
    result: 'File written.',
  });

  verifies('X16', 'three measurements of each setting are work, measuring for ever is none', () => {
    const series = times(8, (index) => [
      pool(index),
      ...times(3, (run) => measure(3 * index + run)),
    ]);
    expect(rule(series.flat())).toBeNull();
    expect(rule(times(12, measure))).toBe('no-progress');
  });
});
