import type { Family } from '../family.ts';

/** Each turn asks the same three things side by side. */
export const sameThreeAtOnce: Family = {
  name: 's_same_three_at_once',
  what: 'makes the same three calls side by side in every turn',
  batch: 7,
  limit: 24,
  play(agent) {
    agent.prompt('Why is the nightly job late?');
    agent.warmUp(0, 4);
    const asked = [
      {
        name: 'get_job',
        args: { id: agent.words.noun() },
        text: `{"state":"late","owner":"${agent.words.person()}"}`,
      },
      { name: 'search_logs', args: { query: agent.words.symbol() }, text: '{"hits":[],"total":0}' },
      { name: 'get_config', args: { key: agent.words.noun() }, text: agent.words.prose(1, 2) },
    ];
    agent.loopBegins();
    agent.times(10, 18, () => {
      agent.together(asked.map((one) => ({ ...one, err: false })));
    });
  },
};
