/**
 * The site forgets the chosen day at each step, and the agent chooses another, then another, month after month.
 */
import { browserExchange } from '../../browser-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const MONTHS = ['November 2026', 'December 2026', 'January 2027', 'February 2027'];

export const calendarResets: Family = {
  name: 's_calendar_resets',
  what: 'picks dates in a booking page that forgets each of them when the next button is pressed',
  batch: 15,
  limit: 28,
  play(agent) {
    const { words, manner } = agent;
    const place = agent.pick([
      'the ferry',
      'the town hall',
      'the garage',
      'the museum tour',
      'the vaccination',
    ]);
    const base = agent.between(20, 60);
    const page = (month: string, note: string) =>
      `### Snapshot\n- heading "Book ${place}" [ref=e${base}]\n- grid "${month}" [ref=e${base + 4}]\n- button "‹" [ref=e${base + 6}]\n- button "›" [ref=e${base + 7}]\n- button "Continue" [ref=e${base + 90}]${note}\n- contentinfo: session ${words.hex(8)}`;
    const empty = `\n- alert: Please choose a date.`;
    const act = (name: string, args: Readonly<Record<string, unknown>>, text: string) =>
      agent.together([browserExchange(manner, name, args, text)], {
        saying: musing(agent, 'date'),
      });
    agent.prompt(`Book ${place} for two people, any day before March, in the morning if possible.`);
    act(
      'navigate',
      { url: `https://${words.project()}-booking.example/` },
      page(MONTHS[0] ?? '', ''),
    );
    agent.times(5, 8, (index) =>
      act(
        agent.pick(['click', 'type']),
        { ref: `e${index * 3 + 2}`, element: `${words.noun()} field` },
        `### Snapshot\n- textbox "${words.noun()}" [ref=e${index * 3 + 2}]: ${words.person()}\n- step ${index + 1} of 9`,
      ),
    );
    agent.loopBegins();
    agent.times(10, 14, (round) => {
      const month = MONTHS[round % MONTHS.length] ?? '';
      const day = agent.between(1, 28);
      if (round % MONTHS.length > 0)
        act('click', { ref: `e${base + 7}`, element: 'Next month' }, page(month, ''));
      act(
        'click',
        { ref: `e${base + 10 + day}`, element: `${day} ${month}` },
        page(month, `\n- gridcell "${day}" [selected] [ref=e${base + 10 + day}]`),
      );
      if (agent.random.chance(0.5))
        act(
          'wait_for',
          { time: agent.between(1, 4) },
          page(month, `\n- gridcell "${day}" [selected] [ref=e${base + 10 + day}]`),
        );
      act('click', { ref: `e${base + 90}`, element: 'Continue' }, page(MONTHS[0] ?? '', empty));
      if (agent.random.chance(0.4)) act('snapshot', {}, page(MONTHS[0] ?? '', empty));
      if (agent.random.chance(0.25))
        act(
          'press_key',
          { key: agent.pick(['Enter', 'Tab', 'Escape']) },
          page(MONTHS[0] ?? '', empty),
        );
    });
  },
};
