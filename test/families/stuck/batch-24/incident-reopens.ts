/**
 * An on-call agent acknowledges and resolves an alert by the book; it opens again under a new number, because nobody looks at what is broken.
 */
import type { Family } from '../../family.ts';

export const incidentReopens: Family = {
  name: 's_incident_reopens',
  what: 'acknowledges and resolves an incident that opens again under a new number with the same alert; the cause is never touched',
  batch: 24,
  limit: 20,
  play(agent) {
    const { words } = agent;
    const service = `${words.noun()}-${agent.pick(['db', 'queue', 'proxy', 'cron'])}`;
    const alert = agent.pick([
      'Disk usage above 90 %',
      'Replication lag above 300 s',
      'Certificate expires in less than 2 days',
      'Dead letter queue is not empty',
    ]);
    let number = agent.between(1000, 80_000);
    const pauses = agent.random.chance(0.4);
    agent.prompt(
      `You are on call for ${service}. Work until there is no open incident, then hand over.`,
    );
    agent.call('get_schedule', { team: 'platform' }, { on_call: 'agent', until: '08:00' });
    agent.loopBegins();
    agent.times(9, 14, () => {
      number += agent.between(1, 9);
      const id = `INC-${number}`;
      const at = agent.clock();
      agent.call(
        'list_incidents',
        { service, status: 'open' },
        { incidents: [{ id, title: `${alert} on ${service}`, severity: 'P2', triggered_at: at }] },
        { saying: agent.pick(['', 'Checking for open incidents.', 'Is everything closed?']) },
      );
      agent.call(
        'acknowledge_incident',
        { id },
        { id, status: 'acknowledged', by: 'agent', at: agent.clock() },
      );
      if (agent.random.chance(0.5))
        agent.call(
          'add_note',
          {
            id,
            note: agent.pick([
              `Looking into "${alert}".`,
              `${alert} on ${service}: known pattern, closing.`,
              'Acknowledged, no customer impact.',
            ]),
          },
          { ok: true, note_id: words.hex(8) },
        );
      agent.call(
        'resolve_incident',
        { id, resolution: agent.pick(['transient', 'no action needed', 'self-healed']) },
        { id, status: 'resolved', at: agent.clock() },
        { saying: agent.pick(['', 'Resolving it.', 'That one is done.']) },
      );
      if (pauses) agent.call('wait', { seconds: 20 }, { waited: 20 }, { tookMs: 20_000 });
    });
  },
};
