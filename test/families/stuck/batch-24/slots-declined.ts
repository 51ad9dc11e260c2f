/**
 * Four people have no time in common; the agent proposes the same few times in turn, and each time somebody else declines.
 */
import type { Family } from '../../family.ts';

const REASONS = ['conflict', 'out of hours', 'travelling', 'focus time', 'no longer available'];

export const slotsDeclined: Family = {
  name: 's_slots_declined',
  what: 'proposes the same few times to the same people in turn; each is declined by somebody, always by the same for a time',
  batch: 24,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const people = Array.from({ length: agent.between(3, 5) }, () => words.person());
    const day = agent.between(2, 24);
    const slots = Array.from({ length: agent.between(3, 4) }, (_, index) => ({
      start: `2026-11-${String(day + Math.floor(index / 2)).padStart(2, '0')}T${agent.between(8, 17)}:${index % 2 === 0 ? '00' : '30'}`,
      against: agent.pick(people),
      reason: agent.pick(REASONS),
    }));
    const title = `${words.noun()} ${agent.pick(['review', 'kick-off', 'retrospective'])}`;
    const deletes = agent.random.chance(0.5);
    agent.prompt(`Find an hour for the ${title} with ${people.join(', ')} this week.`);
    agent.call(
      'find_times',
      { attendees: people, duration_min: 60 },
      {
        suggestions: slots.map(({ start }) => start),
        note: 'calendars of guests are partly hidden',
      },
    );
    agent.loopBegins();
    agent.times(14, 22, (index) => {
      const slot = slots[index % slots.length];
      if (slot === undefined) return;
      const event = `evt_${words.opaque(10)}`;
      agent.call(
        'create_event',
        { title, start: slot.start, duration_min: 60, attendees: agent.shuffled(people) },
        { event, status: 'tentative', invited: people.length },
        {
          saying: agent.pick([
            '',
            'Proposing another time.',
            `Let me try ${slot.start}.`,
            'This one might work.',
          ]),
        },
      );
      agent.call(
        'get_responses',
        { event },
        {
          accepted: people.filter((person) => person !== slot.against),
          declined: [{ who: slot.against, reason: slot.reason }],
        },
      );
      if (deletes)
        agent.call('cancel_event', { event, notify: true }, { event, status: 'cancelled' });
    });
  },
};
