/**
 * A planner hands a worker the same few steps in turn; the worker says that they are under way, and neither does anything.
 */
import type { Family } from '../../family.ts';

const STEPS = [
  (thing: string) => `gather the requirements for the ${thing}`,
  (thing: string) => `define the structure of the ${thing}`,
  (thing: string) => `align on the approach for the ${thing}`,
  (thing: string) => `confirm the scope of the ${thing}`,
];
const REPLIES = [
  (step: string) => `Understood. I will ${step} and report back. What should I focus on next?`,
  (step: string) =>
    `Sounds good! I'm ready to ${step}. Please let me know how you'd like to proceed.`,
  (step: string) => `Agreed, we should ${step} first. I'll wait for your guidance.`,
  (step: string) =>
    `Great plan. I'll ${step} as discussed. Is there anything else before we start?`,
  (step: string) =>
    `Thanks for the direction. I will begin to ${step}. Shall we go to the next step?`,
];
const LEADS = ['Thanks!', 'Great.', 'Perfect, thank you.', 'Good.', 'Excellent work so far.'];

export const plannerAndWorker: Family = {
  name: 's_planner_and_worker',
  what: 'is handed the same few steps by a planning agent in turn and says that it will take them, without doing anything',
  batch: 22,
  unit: 'answer',
  limit: 10,
  play(agent) {
    const { words } = agent;
    const thing = agent.pick([
      'market report',
      'launch plan',
      'onboarding guide',
      'pricing page',
      'quarterly summary',
    ]);
    const label = agent.pick(['[planner] ', 'Planner: ', 'message from planner_agent: ', '']);
    agent.prompt(
      `${label}You are the worker of a team of two. Together we write the ${thing} for ${words.project()}.`,
    );
    if (agent.random.chance(0.4))
      agent.call('read_brief', { team: words.project() }, { brief: words.prose(2, 4) });
    agent.loopBegins();
    agent.times(18, 28, (index) => {
      const step = (STEPS[index % STEPS.length] ?? STEPS[0])?.(thing) ?? thing;
      if (index > 0) {
        agent.rest(agent.between(500, 6000));
        agent.prompt(`${label}${agent.pick(LEADS)} Next, please ${step}.`);
      }
      agent.answer(agent.pick(REPLIES)(step));
    });
  },
};
