/**
 * A timer wakes the agent every quarter to full hour; it looks at backups, disks and certificates, and says that all is well.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Look = (agent: ScriptedAgent) => void;

/** A backup is made at two minutes past each hour. */
function backups(agent: ScriptedAgent): Look {
  const repository = agent.words.hex(8);
  const ids = new Map<string, string>();
  return ({ words }) => {
    const hour = new Date((agent.seconds() - 150) * 1000).toISOString().slice(0, 13);
    const id = ids.get(hour) ?? words.hex(8);
    ids.set(hour, id);
    agent.shell(
      'restic snapshots --latest 1 --compact',
      `repository ${repository} opened\nID        Time                 Host\n${id}  ${hour.replace('T', ' ')}:02:11  db-1\n1 snapshots`,
    );
  };
}

const others: readonly Look[] = [
  (agent) => agent.shell('df -h / --output=pcent | tail -1', ` ${agent.pick([61, 61, 61, 62])}%`),
  (agent) => agent.shell('systemctl --failed --no-legend', ''),
  (agent) =>
    agent.call(
      'certificate_days',
      { domain: 'app.internal' },
      { domain: 'app.internal', days: 41 },
    ),
];

export const hourlyBackups: Family = {
  name: 'h_hourly_backups',
  what: 'is woken by a timer, looks at backups, disks and certificates, and says each time that all is well',
  batch: 18,
  play(agent) {
    const minutes = agent.pick([5, 15, 30, 60]);
    const some = [backups(agent), ...agent.shuffled(others).slice(0, agent.between(0, 2))];
    const [prompt, good] = agent.pick([
      [
        'Read HEARTBEAT.md and follow it. If nothing needs attention, reply HEARTBEAT_OK.',
        'HEARTBEAT_OK',
      ],
      [`[timer every ${minutes} min] backup round`, 'All backups are fresh. Nothing to do.'],
      ['Scheduled task: check-backups. Answer with ok or the problem.', 'ok'],
    ] as const);
    agent.times(16, 40, () => {
      agent.prompt(prompt);
      for (const look of some) look(agent);
      agent.answer(good);
      agent.rest(minutes * 60_000);
    });
  },
};
