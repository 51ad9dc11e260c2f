import type { Family } from '../family.ts';

export const noFreeSlot: Family = {
  name: 's_no_free_slot',
  what: 'tries the same few times in a full calendar over and over',
  batch: 5,
  limit: 18,
  play(agent) {
    const who = agent.words.person();
    agent.prompt(`Find half an hour with ${who} this week.`);
    const slots = Array.from(
      { length: 6 },
      (_, index) => `2026-11-${17 + (index % 3)}T${9 + index}:00`,
    );
    agent.loopBegins();
    agent.times(24, 36, () => {
      agent.call(
        'create_event',
        {
          with: who,
          start: agent.pick(slots),
          minutes: 30,
          title: agent.pick(['Sync', 'Catch-up', 'Meeting', 'Call']),
        },
        { created: false, conflict: `${who} is busy at this time` },
      );
    });
  },
};
