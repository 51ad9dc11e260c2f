/**
 * A home agent is woken by what happens in the house and does the same small things each time, for days.
 */
import type { Family } from '../../family.ts';

interface Event {
  readonly said: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly done: string;
}

const EVENTS: readonly Event[] = [
  {
    said: 'motion in hall',
    tool: 'set_light',
    args: { room: 'hall', on: true },
    done: 'Light on.',
  },
  {
    said: 'no motion in hall for 5 min',
    tool: 'set_light',
    args: { room: 'hall', on: false },
    done: 'Light off.',
  },
  { said: 'front door opened', tool: 'announce', args: { text: 'Front door' }, done: 'Announced.' },
  {
    said: 'washing machine finished',
    tool: 'notify',
    args: { to: 'all', text: 'The washing is done.' },
    done: 'Told everybody.',
  },
  {
    said: 'sun set',
    tool: 'set_blinds',
    args: { floor: 'ground', open: false },
    done: 'Blinds down.',
  },
  {
    said: 'sun rose',
    tool: 'set_blinds',
    args: { floor: 'ground', open: true },
    done: 'Blinds up.',
  },
];

export const houseEvents: Family = {
  name: 'h_house_events',
  what: 'reacts to events of a house for days: the same light on and off by the same two calls, the same short answers',
  batch: 24,
  play(agent) {
    const events = EVENTS.slice(0, agent.between(3, EVENTS.length));
    const looks = agent.random.chance(0.5);
    const stamped = agent.random.chance(0.5);
    agent.times(40, 90, () => {
      const event = agent.random.chance(0.6) ? agent.pick(events.slice(0, 2)) : agent.pick(events);
      agent.prompt(`[event] ${event.said}${stamped ? ` at ${agent.clock().slice(11, 16)}` : ''}`);
      if (looks)
        agent.call(
          'get_state',
          { of: 'house' },
          {
            mode: 'home',
            outside: `${agent.between(4, 16)} °C`,
            people: agent.between(1, 3),
          },
          { saying: '' },
        );
      agent.call(event.tool, event.args, { ok: true }, { saying: '' });
      agent.answer(event.done);
      agent.rest(agent.between(120_000, 5_400_000));
    });
  },
};
