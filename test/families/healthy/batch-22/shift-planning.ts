/**
 * A rota is filled shift by shift; people who cannot are refused, and another person is taken.
 */
import type { Family } from '../../family.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export const shiftPlanning: Family = {
  name: 'h_shift_planning',
  what: 'fills a rota shift by shift; some people are refused for their hours or their leave, and the next one is taken',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const staff = Array.from({ length: agent.between(8, 14) }, () => words.person());
    const shifts = DAYS.flatMap((day) => ['early', 'late', 'night'].map((part) => ({ day, part })));
    const needed = agent.between(1, 2);
    const total = shifts.length * needed;
    let filled = 0;
    agent.prompt(
      `Plan next week: ${needed} per shift, nobody above 40 hours, respect the leave. The staff is in the tool.`,
    );
    agent.call('list_staff', {}, { staff });
    for (const { day, part } of shifts) {
      for (let place = 0; place < needed; place += 1) {
        for (const person of agent.shuffled(staff)) {
          const refused = agent.random.chance(0.22);
          if (!refused) filled += 1;
          agent.call(
            'assign_shift',
            { day, part, person },
            refused
              ? { ok: false, reason: agent.pick(['on_leave', 'max_hours', 'rest_period']) }
              : { ok: true, filled, of: total },
            { failed: refused && agent.manner === 'claude' },
          );
          if (!refused) break;
        }
      }
      if (part === 'night')
        agent.call('show_rota', { day }, { day, filled, of: total, open: total - filled });
    }
    agent.answer(`The week is planned: ${filled} of ${total} places are filled.`);
  },
};
