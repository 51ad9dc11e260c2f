/**
 * Two agents have finished a handover and go on confirming it to each other: ready, noted, standing by.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const THEIRS = [
  'Confirmed. The handover is complete on my side as well. Standing by.',
  'Acknowledged, thank you for the confirmation. I am ready whenever you are.',
  'Noted. Nothing further from me. Let me know if anything changes.',
  'Understood. All items are closed on my end. Awaiting your next message.',
  'Thanks for confirming. I will remain available.',
];
const OPENERS = [
  'Acknowledged.',
  'Thank you.',
  'Confirmed.',
  'Noted with thanks.',
  'Understood.',
  'Great.',
];
const MIDDLES = [
  'The handover is complete.',
  'Everything is in order on my side.',
  'No open items remain.',
  'I have nothing to add.',
  'All parts are confirmed.',
];
const ENDINGS = [
  'Standing by.',
  'I am ready for further instructions.',
  'Please let me know if you need anything else.',
  'I will wait for your message.',
  'Looking forward to working with you again.',
];

const reply = (agent: ScriptedAgent) =>
  [agent.pick(OPENERS), agent.pick(MIDDLES), agent.pick(ENDINGS)].join(' ');

export const standingBy: Family = {
  name: 's_standing_by',
  what: 'confirms to another agent over and over that a handover is complete',
  batch: 18,
  limit: 8,
  unit: 'answer',
  play(agent) {
    const { words } = agent;
    const peer = `${words.noun()}-agent`;
    const from = agent.pick([`[from ${peer}] `, `<message sender="${peer}">`, `${peer}: `, '']);
    agent.prompt(
      `${from}I am handing the ${words.noun()} migration over to you. The runbook is in docs/handover.md.`,
    );
    agent.read(`${words.root}/docs/handover.md`, words.prose(4, 9).replaceAll('. ', '.\n'));
    agent.shell('./scripts/verify-handover.sh', 'all 14 items verified');
    agent.answer(`I have read the runbook and verified its items. ${words.sentence()}`);
    agent.prompt(`${from}Thank you. Two notes: ${words.sentence()} ${words.sentence()}`);
    agent.answer(`Both are written down. ${words.sentence()}`);
    agent.loopBegins();
    agent.times(18, 28, () => {
      agent.rest(agent.between(800, 20_000));
      agent.prompt(`${from}${agent.pick(THEIRS)}`);
      agent.answer(reply(agent));
    });
  },
};
