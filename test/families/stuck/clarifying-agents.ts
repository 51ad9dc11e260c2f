import type { Family } from '../family.ts';

const ASK = [
  'Could you clarify which period you mean?',
  'Before I begin: which period should the figures cover?',
  'Which time frame do you want me to use?',
  'To be sure: what period are we talking about?',
  'Please specify the period for the report.',
];
const REPLY = [
  'I can clarify once you tell me what the report needs. Which period would you suggest?',
  'That depends on your analysis. What period do you have in mind?',
  'Happy to specify it. Which period fits the figures best in your view?',
  'Please tell me which period you need and I will confirm it.',
  'Let me know the period you prefer, then I can confirm.',
];

/** The other agent is a tool; neither decides. */
export const clarifyingAgents: Family = {
  name: 's_clarifying_agents',
  what: 'two agents ask each other to clarify',
  batch: 1,
  limit: 14,
  play(agent) {
    agent.prompt('Prepare the revenue report together with the analyst agent.');
    agent.call(
      'ask_agent',
      { agent: 'analyst', message: `Here is the brief: ${agent.words.prose(2, 3)}` },
      agent.words.prose(2, 4),
    );
    agent.loopBegins();
    const tool = agent.pick(['ask_agent', 'send_message', 'delegate']);
    agent.times(18, 30, () => {
      agent.call(tool, { agent: 'analyst', message: agent.pick(ASK) }, agent.pick(REPLY));
    });
  },
};
