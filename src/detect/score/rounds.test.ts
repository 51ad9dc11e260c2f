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
      'Imprima 20 etiquetas.',
      '印刷20份',
      '(bitte 20 Stück)',
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
