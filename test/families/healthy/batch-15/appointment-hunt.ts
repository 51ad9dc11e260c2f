/**
 * Day after day is opened in a booking calendar, full each time, until one has a slot.
 */
import { browserExchange } from '../../browser-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const appointmentHunt: Family = {
  name: 'h_appointment_hunt',
  what: 'opens one day after the other in a calendar that is full, and books the first that is not',
  batch: 15,
  play(agent) {
    const { words, manner } = agent;
    const place = agent.pick([
      'the town hall',
      'the garage',
      'the eye doctor',
      'the driving test',
      'the consulate',
    ]);
    const base = agent.between(20, 60);
    const act = (name: string, args: Readonly<Record<string, unknown>>, text: string) =>
      agent.together([browserExchange(manner, name, args, text)], {
        saying: musing(agent, 'free slot'),
      });
    const page = (month: string, body: string) =>
      `### Snapshot\n- heading "Appointment at ${place}" [ref=e${base}]\n- grid "${month}" [ref=e${base + 4}]\n${body}\n- contentinfo: session ${words.hex(8)}`;
    const full = agent.pick([
      '- text: No free appointments on this day.',
      '- list: (empty)',
      '- alert: Fully booked',
    ]);
    agent.prompt(`Get me the earliest appointment at ${place}, whatever the day.`);
    act(
      'navigate',
      { url: `https://${words.project()}-termin.example/` },
      page('November 2026', '- text: Choose a day'),
    );
    agent.times(2, 4, (index) =>
      act(
        'type',
        { ref: `e${index * 3 + 2}`, text: words.person() },
        `- textbox "${words.noun()}": filled`,
      ),
    );
    const days = agent.between(24, 40);
    for (let day = 0; day < days; day += 1) {
      const date = new Date(Date.UTC(2026, 10, 19 + day)).toUTCString();
      const month = `${date.slice(8, 11)} ${date.slice(12, 16)}`;
      if (date.slice(5, 7) === '01')
        act(
          'click',
          { ref: `e${base + 7}`, element: 'Next month' },
          page(month, '- text: Choose a day'),
        );
      act(
        'click',
        { ref: `e${base + 10 + Number(date.slice(5, 7))}`, element: date.slice(5, 16) },
        page(month, `- gridcell "${Number(date.slice(5, 7))}" [selected]\n${full}`),
      );
    }
    act(
      'click',
      { ref: `e${base + 30}`, element: 'next day' },
      page(
        'later',
        `- radio "${agent.between(8, 15)}:${agent.pick(['00', '20', '40'])}" [ref=e${base + 70}]\n- button "Book" [ref=e${base + 90}]`,
      ),
    );
    act('click', { ref: `e${base + 70}`, element: 'time' }, page('later', '- radio [checked]'));
    act(
      'click',
      { ref: `e${base + 90}`, element: 'Book' },
      `- heading "Thank you"\n- text: Your number is ${words.hex(6).toUpperCase()}`,
    );
    agent.answer('The appointment is booked.');
  },
};
