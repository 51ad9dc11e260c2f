/**
 * Advice is given step by step along a tree; the customer says no to nearly every step, and the last one helps.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const STEPS = [
  'Please unplug the router for thirty seconds.',
  'Is the white cable pushed in all the way at the wall?',
  'Please try the other socket of the wall plate.',
  'Could you use the short grey cable that came in the box?',
  'Please press the WPS button for ten seconds until all lamps blink.',
  'Open 192.168.1.1 in a browser and tell me whether a page appears.',
  'Please choose System, then Update, and let it run.',
  'Set the mode to "Bridge off" under Internet, Access.',
  'Enter the access number from your letter once more, without blanks.',
  'I have reset the port on our side. Please restart the router once more.',
  'I have moved your line to another profile. Please give it five minutes.',
  'Please set the clock of the router under System, Time.',
  'I have a new certificate sent to the device. Please switch it off and on.',
];
const NOES: readonly ((agent: ScriptedAgent) => string)[] = [
  () => 'Still red.',
  () => 'Done, no change.',
  () => 'No, as before. Red.',
  () => 'OK did that. Still nothing.',
  () => 'no',
  ({ words }) => `Nothing. And ${words.person()} is waiting for me online.`,
];

export const troubleshootingTree: Family = {
  name: 'h_troubleshooting_tree',
  what: 'leads a customer through ever other steps, most of which do not help, until one does',
  batch: 17,
  play(agent) {
    const { words } = agent;
    const next = agent.pick(['guide_next_step', 'mcp__helpcenter__tree_next', 'flow_advance']);
    const customer = `C-${agent.between(10_000, 99_999)}`;
    agent.prompt(`Chat with ${customer}: "Hello, my internet is down since this morning."`);
    agent.call('crm_get_customer', { id: customer }, { name: words.person(), line: words.hex(8) });
    agent.answer('Good morning! What colour is the light on your router?');
    agent.prompt('It is red.');
    const steps = STEPS.slice(0, agent.between(10, STEPS.length));
    for (const [index, step] of steps.entries()) {
      agent.call(
        next,
        { session: customer, outcome: index === 0 ? 'start' : 'not_resolved' },
        { node: `n${index + 1}`, advice: step, remaining: steps.length - index - 1 },
      );
      agent.answer(
        `${agent.pick(['Thanks for trying that.', 'I see.', "I'm sorry to hear that!", 'All right.'])} ${step}`,
      );
      agent.rest(agent.between(60_000, 400_000));
      agent.prompt(
        index === steps.length - 1 ? 'It is green! Thank you so much!' : agent.pick(NOES)(agent),
      );
    }
    agent.call('crm_close_case', { customer, reason: 'resolved' }, { closed: true });
    agent.answer('Glad to hear it. Have a good day!');
  },
};
