/**
 * An appointment lands an hour beside its time; the agent deletes it and makes it anew.
 */
import type { Family } from '../../family.ts';

export const eventHourOff: Family = {
  name: 's_event_hour_off',
  what: 'creates an appointment, finds it an hour off, deletes it and creates it again in another spelling of the same time',
  batch: 26,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const day = `2026-1${agent.between(0, 1)}-${agent.between(10, 28)}`;
    const hour = agent.between(9, 15);
    const title = `Review of the ${words.noun()}`;
    agent.prompt(`Put "${title}" into my calendar on ${day} at ${hour}:00.`);
    agent.loopBegins();
    agent.times(8, 13, () => {
      const id = words.opaque(18);
      const start = agent.pick([
        { dateTime: `${day}T${hour}:00:00`, timeZone: 'Europe/Berlin' },
        { dateTime: `${day}T${hour}:00:00+02:00` },
        { dateTime: `${day}T${hour}:00:00+01:00` },
        { dateTime: `${day}T${hour}:00:00`, timeZone: 'CET' },
      ]);
      agent.call(
        'calendar_create_event',
        { summary: title, start, duration_minutes: 60 },
        { id, status: 'confirmed', htmlLink: `https://calendar.example/e/${id}` },
      );
      agent.call(
        'calendar_get_event',
        { event_id: id },
        {
          id,
          summary: title,
          start: `${day}T${hour + 1}:00:00+01:00`,
          end: `${day}T${hour + 2}:00:00+01:00`,
        },
      );
      agent.call(
        'calendar_delete_event',
        { event_id: id },
        { deleted: true },
        { saying: agent.pick(['It is an hour off. Let me recreate it.', 'Wrong time again.', '']) },
      );
    });
  },
};
