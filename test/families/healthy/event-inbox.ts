import type { Family } from '../family.ts';

export const eventInbox: Family = {
  name: 'h_event_inbox',
  what: 'handles one event after the other with the same steps and the same words',
  batch: 4,
  play(agent) {
    agent.times(10, 20, () => {
      const id = agent.words.hex(8);
      agent.prompt(
        `New event: {"id":"${id}","type":"${agent.pick(['signup', 'upgrade', 'signup'])}"}`,
      );
      agent.call(
        'get_event',
        { id },
        { id, user: agent.words.person(), plan: agent.pick(['free', 'team']) },
      );
      agent.call('tag_user', { event: id, tag: 'welcome' }, { ok: true });
      agent.answer('Handled.');
      agent.rest(agent.between(500, 60_000));
    });
  },
};
