/**
 * Nobody is at the keyboard; the harness says "Continue." after every answer. The agent asks whether it should go ahead,
 * answers its own question, asks again, and never makes a call.
 */
import type { Family } from '../family.ts';

export const shallIProceed: Family = {
  name: 's_shall_i_proceed',
  what: 'asks whether it should go ahead, says yes to itself and asks again, while the harness says continue',
  batch: 12,
  limit: 8,
  unit: 'answer',
  play(agent) {
    const { words } = agent;
    const [goal, first, one, two] = agent.pick([
      ['move the session store to Redis', 'add the client', 'ioredis', 'node-redis'],
      ['write the quarterly report', 'collect the figures', 'the finance sheet', 'the warehouse'],
      ['set up the staging cluster', 'create the network', 'one zone', 'three zones'],
      [
        'clean the contact list',
        'merge the duplicates',
        'the mail address as the key',
        'the phone number as the key',
      ],
      ['add dark mode to the site', 'collect the colours', 'CSS variables', 'a second stylesheet'],
    ] as const);
    const noun = words.noun();
    agent.prompt(`Please ${goal} for the ${noun} team. I'm away until tomorrow, work on your own.`);
    if (agent.random.chance(0.6)) agent.warmUp(1, 4);
    agent.loopBegins();
    const answers = [
      `I have a plan to ${goal}. The first step is to ${first}. Shall I proceed?`,
      `Before I begin: should I use ${one} or ${two}? I'd suggest ${one}. Let me know.`,
      `Going with ${one}. Next I will ${first}. Do you want me to go ahead?`,
      `Understood, I'll proceed. To confirm: we ${goal}, starting with ${one}. Is that right?`,
      `Assuming your answer is yes, I will now ${first}. Please confirm so that I can start.`,
      `Great, let's continue. I'm ready to ${first} with ${one}. Should I start now?`,
      `Yes, ${one} is the better choice. One more question: shall I ${first} right away, or would you like to see the plan first?`,
      `I'll go ahead and ${first}. Would you prefer ${one} or ${two} for that?`,
      `Thank you. I am about to ${first}. Ready when you are. Shall I proceed?`,
      `Here is what I'm going to do:\n1. ${first.charAt(0).toUpperCase()}${first.slice(1)} (${one})\n2. Check it\n3. Tell the ${noun} team\n\nShould I go ahead?`,
    ];
    const nudges = agent.pick([
      ['Continue.'],
      ['continue', 'Continue.', 'go on'],
      ['[auto] No reply from the user. Continue with the task.'],
      ['You stopped before the task was done. Keep going.'],
    ]);
    let last = '';
    agent.times(15, 26, () => {
      last = agent.pick(answers.filter((answer) => answer !== last));
      agent.answer(agent.pick(['', '', 'Okay. ', 'Sure. ', 'Of course. ', 'Got it. ']) + last);
      agent.rest(agent.between(200, 2500));
      agent.prompt(agent.pick(nudges));
    });
  },
};
