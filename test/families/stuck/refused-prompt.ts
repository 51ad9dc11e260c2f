import type { Family } from '../family.ts';

export const refusedPrompt: Family = {
  name: 's_refused_prompt',
  what: 'asks another model in ever other words and is refused each time',
  batch: 4,
  limit: 14,
  play(agent) {
    agent.prompt('Have the copy model write the slogan for our lottery.');
    agent.loopBegins();
    agent.times(16, 26, () => {
      agent.call(
        'generate_text',
        {
          prompt: `${agent.pick(['Write', 'Draft', 'Create', 'Please write', 'Compose'])} a ${agent.pick(['short', 'catchy', 'friendly', 'bold'])} slogan for a ${agent.pick(['lottery', 'raffle', 'prize draw', 'sweepstake'])}${agent.pick(['', ' aimed at adults', ', two lines', ' in English'])}.`,
        },
        agent.pick([
          "I'm sorry, but I can't help with that.",
          "I can't assist with gambling content.",
          "Sorry, I'm not able to help with this request.",
        ]),
      );
    });
  },
};
