/**
 * An on-call agent takes the same few remedies in turn; the symptom wavers a little and never goes away.
 */
import type { Family } from '../../family.ts';

export const runbookAgain: Family = {
  name: 's_runbook_again',
  what: 'restarts, flushes and scales a service in turn as its runbook says; the error rate stays where it was',
  batch: 22,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const service = `${words.noun()}-${agent.pick(['api', 'worker', 'gateway'])}`;
    const level = agent.between(18, 60);
    const cause = agent.pick([
      `upstream ledger-db: too many connections`,
      `x509: certificate has expired or is not yet valid`,
      `dial tcp 10.2.0.14:6379: connect: connection refused`,
      `disk quota exceeded while writing /var/spool/${service}`,
    ]);
    const remedies: readonly (readonly [string, Record<string, unknown>, unknown])[] = [
      ['restart_service', { service }, { restarted: service, pods: 3 }],
      ['flush_cache', { service }, { flushed: true }],
      ['scale_service', { service, replicas: agent.pick([4, 6, 8]) }, { service, desired: 6 }],
      [
        'rollback_service',
        { service, to: 'previous' },
        { service, note: 'already at the previous release' },
      ],
    ];
    const logs = agent.random.chance(0.6);
    agent.prompt(
      `[alert] ${service}: error rate above 5 % for 10 minutes. Handle it by the runbook.`,
    );
    agent.call(
      'read_runbook',
      { service },
      { steps: ['restart', 'flush the cache', 'scale out', 'roll back', 'page a person'] },
    );
    agent.call(
      'get_metrics',
      { service, window: '5m' },
      { error_rate: level, p95_ms: agent.between(900, 4000) },
    );
    agent.loopBegins();
    agent.times(11, 16, (index) => {
      const [name, args, done] = remedies[index % remedies.length] ?? ['restart_service', {}, {}];
      agent.call(name, args, done, {
        saying: agent.pick([
          '',
          'Next remedy.',
          'This should bring it down.',
          'Following the runbook.',
        ]),
      });
      if (agent.random.chance(0.4))
        agent.call('wait', { seconds: 30 }, { waited: 30 }, { tookMs: 30_000 });
      agent.call(
        'get_metrics',
        { service, window: '5m' },
        {
          error_rate: level + agent.between(-2, 2),
          p95_ms: agent.between(900, 4000),
          sampled_at: agent.clock(),
        },
      );
      if (logs)
        agent.call(
          'search_logs',
          { service, level: 'error', limit: 2 },
          `${agent.clock()} ${service}-${words.hex(5)} ERROR ${cause}\n${agent.clock()} ${service}-${words.hex(5)} ERROR ${cause}`,
        );
    });
  },
};
