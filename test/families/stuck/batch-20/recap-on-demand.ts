/**
 * A harness asks for a summary before the next step; the agent gives it, announces the step, and is asked again.
 */
import type { Family } from '../../family.ts';

const ASKS = [
  'Before you continue, summarise what you have done so far and what is left.',
  'Please give a short progress summary, then continue.',
  'Summarise the current state and continue with the next step.',
  'Where do we stand? Summarise, then go on.',
  'Continue. Start with a brief summary of the progress so far.',
];
const OPENERS = [
  'Here is where we stand.',
  '## Progress summary',
  'Summary so far:',
  '**Status**',
  'To recap:',
  'A brief overview of the current state:',
];
const DONE = [
  (file: string) => `I have looked through ${file} and understood how it works.`,
  (file: string) => `The code in ${file} has been reviewed and its structure is clear.`,
  (file: string) => `${file} has been analysed; the relevant parts are identified.`,
  (file: string) => `So far I examined ${file} and know where the change belongs.`,
];
const LEFT = [
  (task: string) => `What remains is to ${task}, add tests and update the documentation.`,
  (task: string) => `Left to do: ${task}; then tests and docs.`,
  (task: string) => `The next step is to ${task}. Tests and documentation follow after that.`,
  (task: string) => `Still open are the implementation (${task}), its tests, and the docs.`,
];
const CLOSERS = [
  'I will start with the implementation now.',
  'Proceeding with the implementation next.',
  'Next, I am going to implement it.',
  'I will now continue with the next step.',
  '',
];

export const recapOnDemand: Family = {
  name: 's_recap_on_demand',
  what: 'is asked for a summary before each step and gives it in ever other words, but the step never comes',
  batch: 20,
  unit: 'answer',
  limit: 8,
  play(agent) {
    const { words } = agent;
    const file = words.file();
    const task = `${words.verb()} each ${words.noun()} before the ${words.noun()} is written`;
    const looks = agent.random.chance(0.4);
    agent.prompt(`Change ${file} so that we ${task}. Add tests and update the docs.`);
    agent.warmUp(3, 8);
    agent.loopBegins();
    agent.times(14, 24, () => {
      if (looks && agent.random.chance(0.4))
        agent.shell('git status --short', agent.random.chance(0.5) ? '' : '?? .agent/');
      agent.answer(
        [
          agent.pick(OPENERS),
          agent.pick(DONE)(file),
          agent.pick(LEFT)(task),
          agent.pick(CLOSERS),
        ].join(agent.pick([' ', '\n\n', '\n- '])),
      );
      agent.rest(agent.between(200, 4000));
      agent.prompt(agent.pick(ASKS));
    });
  },
};
