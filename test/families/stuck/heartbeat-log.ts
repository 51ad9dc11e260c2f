import type { Family } from '../family.ts';

/** The log moves on its own, and says nothing. */
export const heartbeatLog: Family = {
  name: 's_heartbeat_log',
  what: 'looks at the end of a log without a pause; nothing but heartbeats is written to it',
  batch: 7,
  limit: 14,
  play(agent) {
    agent.prompt('Start the importer and tell me when it says ready.');
    agent.shell('systemctl start importer', '');
    const source = agent.words.noun();
    agent.loopBegins();
    agent.times(18, 30, () => {
      const lines = [5, 4, 3, 2, 1].map(
        (ago) =>
          `${new Date((agent.seconds() - ago * 5) * 1000).toISOString()} INFO ${source} heartbeat ok`,
      );
      agent.shell(
        agent.pick(['tail -n 5 /var/log/importer.log', 'tail -5 /var/log/importer.log']),
        lines.join('\n'),
      );
    });
  },
};
