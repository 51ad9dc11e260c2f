/**
 * Two agents at each other's disposal: each prompt is the other's courtesy, and nothing is ever asked or done.
 */
import type { Family } from '../family.ts';

const OPENINGS = [
  'Thanks a lot',
  'Great, thank you',
  'Much appreciated',
  'Perfect, thanks',
  'Wonderful',
];
const READY = [
  'I am ready whenever you are',
  'just tell me how you would like to proceed',
  'let me know if I can take anything off your plate',
  'I stand by for your next message',
  'please go ahead whenever it suits you',
  'happy to continue as soon as you are',
];
const CLOSINGS = [
  'Looking forward to it!',
  'Have a good one!',
  'Talk soon.',
  'Always a pleasure.',
  '',
];

export const courteousPair: Family = {
  name: 's_courteous_pair',
  what: 'answers the courtesies of another agent with courtesies',
  batch: 13,
  unit: 'answer',
  limit: 14,
  play(agent) {
    const said = () =>
      `${agent.pick(OPENINGS)}, ${agent.pick(READY)}. ${agent.pick(CLOSINGS)}`.trim();
    agent.prompt(
      `Work out with the ${agent.words.noun()} agent who takes the ${agent.words.noun()} report.`,
    );
    agent.warmUp(0, 3);
    agent.answer(`I can take the ${agent.words.noun()} report, if you take the rest.`);
    agent.loopBegins();
    agent.times(20, 30, () => {
      agent.rest(agent.between(300, 4000));
      agent.prompt(said());
      agent.answer(said());
    });
  },
};
