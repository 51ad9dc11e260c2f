/**
 * While a backlog is worked off after an outage, the agent looks at the figures every few minutes and posts an update, as it was told to.
 */
import type { Family } from '../../family.ts';

const UPDATES = [
  'We continue to monitor the recovery. Some requests are still delayed.',
  'Recovery is under way; the backlog is being worked off.',
  'The fix is in place and we keep watching. Delays are possible.',
];

export const incidentUpdates: Family = {
  name: 'h_incident_updates',
  what: 'looks at the figures of a recovering service every few minutes and posts an update in much the same words until it has recovered',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const service = `${words.noun()}-${agent.pick(['api', 'queue', 'search'])}`;
    const minutes = agent.pick([3, 5, 10, 15]);
    const rounds = agent.between(14, 28);
    const byTimer = agent.random.chance(0.5);
    const start = agent.between(20_000, 400_000);
    const incident = `INC-${agent.between(100, 9999)}`;
    agent.prompt(
      `${incident}: ${service} is being repaired. Post an update every ${minutes} minutes until the backlog is gone, then resolve the incident.`,
    );
    for (let round = 0; round <= rounds; round += 1) {
      const left = Math.max(0, 1 - round / rounds);
      const backlog =
        Math.round(start * left) + (round < rounds ? agent.between(0, Math.round(start / 20)) : 0);
      agent.call(
        'get_metrics',
        { service, window: '5m' },
        { backlog, error_rate: Math.round(left * 120) / 10, p95_ms: agent.between(80, 900) },
      );
      if (round === rounds) break;
      agent.call(
        'post_status_update',
        {
          incident,
          state: 'monitoring',
          text: agent.random.chance(0.5)
            ? agent.pick(UPDATES)
            : `${agent.pick(UPDATES)} About ${backlog} jobs are left.`,
        },
        { posted: true, id: words.hex(8) },
      );
      if (byTimer) {
        agent.answer(
          agent.pick(['Update posted.', 'Posted, still recovering.', `Backlog at ${backlog}.`]),
        );
        agent.rest(minutes * 60_000);
        agent.prompt(`[timer] ${incident}: next update is due`);
      } else
        agent.call('wait', { minutes }, { waited_minutes: minutes }, { tookMs: minutes * 60_000 });
    }
    agent.call('resolve_incident', { incident }, { resolved: true });
    agent.answer(`${incident} is resolved; ${service} has no backlog any more.`);
  },
};
