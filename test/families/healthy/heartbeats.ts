import type { Family } from '../family.ts';

export const heartbeats: Family = {
  name: 'h_heartbeats',
  what: 'is woken by a heartbeat every half minute or so, looks whether there is anything to do, and rests',
  batch: 8,
  play(agent) {
    const prompt = agent.pick([
      'HEARTBEAT: check for pending work. Reply HEARTBEAT_OK if there is none.',
      'tick',
      'Periodic wake-up. Look at your queue.',
    ]);
    const looks = agent.random.chance(0.6);
    agent.times(18, 40, () => {
      agent.prompt(prompt);
      if (looks)
        agent.call(
          'list_queue',
          { owner: 'me' },
          agent.random.chance(0.1) ? [{ task: agent.words.sentence() }] : '[]',
        );
      agent.answer(agent.pick(['HEARTBEAT_OK', 'HEARTBEAT_OK', 'HEARTBEAT_OK.']));
      agent.rest(agent.between(230_000, 600_000));
    });
  },
};
