/**
 * A room is needed for each week of a term; often the first rooms are taken by others, and another is found in the end.
 */
import type { Family } from '../../family.ts';

export const roomsBooked: Family = {
  name: 'h_rooms_booked',
  what: 'books a room for each of many dates; the same rooms are refused as taken again and again, and each date gets one',
  batch: 24,
  play(agent) {
    const { words } = agent;
    const rooms = agent.shuffled(['Oak', 'Birch', 'Elm', 'Maple', 'Pine', 'Cedar']);
    const hour = `${agent.between(8, 16)}:00`;
    const weeks = agent.between(12, 24);
    const first = Date.UTC(2026, agent.between(0, 8), agent.between(1, 28));
    const flags = agent.random.chance(0.5);
    const booked: string[] = [];
    agent.prompt(
      `Book a room every week at ${hour} for ${weeks} weeks from ${new Date(first).toISOString().slice(0, 10)}, ${rooms[0] ?? ''} if possible.`,
    );
    agent.call('list_rooms', { seats: agent.between(4, 12) }, { rooms });
    for (let week = 0; week < weeks; week += 1) {
      const date = new Date(first + week * 604_800_000).toISOString().slice(0, 10);
      const misses = agent.pick([0, 0, 1, 1, 2, 3, 4]);
      for (const room of rooms.slice(0, misses))
        agent.call(
          'book_room',
          { room, date, from: hour, hours: 1 },
          { error: 'conflict', message: `${room} is taken at this time.` },
          { saying: agent.pick(['', '', 'Taken. The next room.']), failed: flags },
        );
      const room = rooms[misses] ?? 'Cedar';
      agent.call(
        'book_room',
        { room, date, from: hour, hours: 1 },
        { booking: `R-${agent.between(10_000, 99_999)}`, room, date },
        { saying: agent.pick(['', '', `Week ${week + 1}.`]) },
      );
      booked.push(`${date}: ${room}`);
      if (agent.random.chance(0.1))
        agent.call('add_note', { text: words.sentence() }, { ok: true });
    }
    agent.answer(`All weeks have a room:\n${booked.join('\n')}`);
  },
};
