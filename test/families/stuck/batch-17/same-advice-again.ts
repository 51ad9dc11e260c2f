/**
 * A customer has done all that the help page says; the agent reads the page again and gives its three steps in other words.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const STEPS: readonly (readonly string[])[] = [
  [
    'Please unplug the router for 30 seconds and plug it in again.',
    'Could you switch the router off, wait half a minute, and turn it back on?',
    'A quick restart of the box often does wonders: power off, count to thirty, power on.',
    'Take the power cable out of the device for about thirty seconds.',
  ],
  [
    'Then check that the white cable sits firmly in the wall socket.',
    'Also, is the white cable pushed in all the way at the wall?',
    'Make sure that nothing came loose at the wall: the white cable should click.',
    'Next, reseat the white cable at the socket.',
  ],
  [
    'Finally, wait for the green light.',
    'After a few minutes the light should be green.',
    'Give it three minutes until the lamp shows green.',
    'Once the green lamp is on you are ready to go.',
  ],
];
const COMPLAINTS: readonly ((agent: ScriptedAgent) => string)[] = [
  () => 'I did all of that. The light is still red.',
  () => 'Red. As before. I told you that I have done this.',
  ({ words }) => `My neighbour ${words.person()} looked at it too, it stays red whatever we do.`,
  (agent) => `That's the ${agent.between(3, 9)}th time now. No internet, light is red.`,
  () => 'no change',
  ({ words }) => `I need to work! I have a meeting about the ${words.noun()} and the light is red.`,
  () => 'Did it. Waited ten minutes. Nope.',
  () => 'Can you not just send somebody?',
];
const REGRETS = [
  "I'm sorry to hear that!",
  'I understand how frustrating this must be.',
  'Thank you for trying that.',
  'I apologise for the trouble.',
  'Thanks for your patience.',
  "Let's get this solved together.",
];

export const sameAdviceAgain: Family = {
  name: 's_same_advice_again',
  what: 'gives a customer the same three steps in other words after each report that they did not help',
  batch: 17,
  limit: 8,
  unit: 'answer',
  play(agent) {
    const { words } = agent;
    const search = agent.pick(['kb_search', 'mcp__helpcenter__search', 'search_articles']);
    const customer = `C-${agent.between(10_000, 99_999)}`;
    const article = { id: `KB-${agent.between(100, 999)}`, title: 'No connection: red light' };
    agent.prompt(`Chat with ${customer}: "Hello, my internet is down since this morning."`);
    agent.call('crm_get_customer', { id: customer }, { name: words.person(), line: words.hex(8) });
    agent.call('line_test', { customer }, { sync: false, attenuation_db: agent.between(20, 60) });
    agent.answer('Good morning! What colour is the light on your router?');
    agent.prompt('It is red.');
    agent.loopBegins();
    agent.times(14, 20, () => {
      if (agent.random.chance(0.6))
        agent.call(
          search,
          {
            q: agent.pick(['red light', 'router red', 'no connection', 'internet down', 'LED red']),
          },
          {
            hits: [{ ...article, score: agent.between(700, 990) / 1000 }],
            took: agent.between(3, 40),
          },
        );
      const steps = STEPS.map((ways) => agent.pick(ways));
      agent.answer([agent.pick(REGRETS), ...steps].join(' '));
      agent.rest(agent.between(60_000, 400_000));
      agent.prompt(agent.pick(COMPLAINTS)(agent));
    });
  },
};
