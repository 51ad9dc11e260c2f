/**
 * A call to a hotline: a menu, one wrong branch, a long wait in which the place in the line falls, and a person at its end.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Heard = (text: string) => Readonly<Record<string, unknown>>;

/** The place in the line falls, not with every announcement, until somebody answers. */
function holdTheLine(agent: ScriptedAgent, heard: Heard): void {
  let place = agent.between(11, 16);
  while (place > 0) {
    agent.call(
      'wait_and_listen',
      { max_seconds: agent.pick([60, 90, 120]) },
      heard(
        `${agent.pick(['♪', '(music)', ''])} Thank you for your patience. You are number ${place} in the line.`.trim(),
      ),
      {
        saying: agent.pick(['Still on hold.', `Number ${place} now.`, '', musing(agent, 'line')]),
        tookMs: agent.between(60_000, 120_000),
      },
    );
    place -= agent.pick([0, 1, 1]);
  }
  agent.call(
    'wait_and_listen',
    { max_seconds: 30 },
    heard(`Good afternoon, this is ${agent.words.person()}, what can I do for you?`),
  );
}

export const onHold: Family = {
  name: 'h_on_hold',
  what: 'presses through a telephone menu, holds the line while its place falls, and reaches a person',
  batch: 16,
  play(agent) {
    const { words } = agent;
    const company = `${words.project()} ${agent.pick(['Energy', 'Mobile', 'Insurance', 'Parcel'])}`;
    const [press, speak] = agent.pick([
      ['send_dtmf', 'say'],
      ['mcp__phone__press', 'mcp__phone__speak'],
      ['twilio_send_digits', 'twilio_say'],
    ] as const);
    const id = `CA${agent.words.hex(16)}`;
    let seconds = agent.between(20, 60);
    const heard = (text: string) => {
      seconds += agent.between(20, 90);
      return {
        call_id: id,
        elapsed_s: seconds,
        transcript: text,
        confidence: agent.between(81, 99) / 100,
      };
    };
    const top = `Welcome to ${company}. For bills press 1. For faults press 2. For contracts press 3. For anything else stay on the line.`;
    agent.prompt(
      `Call ${company} and cancel the contract of ${words.person()}. Reach a person if you must.`,
    );
    agent.times(1, 3, () =>
      agent.call(
        'crm_get_contract',
        { query: words.noun() },
        { id: words.hex(8), text: words.sentence() },
      ),
    );
    agent.call('place_call', { to: `+49${agent.between(1e8, 9e8)}` }, heard(top));
    agent.times(1, 2, () => {
      agent.call(
        press,
        { digits: String(agent.between(1, 2)) },
        heard('We know of no fault in your area. Press 9 for the main menu.'),
        { saying: musing(agent, 'menu') },
      );
      agent.call(press, { digits: '9' }, heard(top));
    });
    agent.call(
      press,
      { digits: '3' },
      heard('For new contracts press 1. To end a contract press 2.'),
    );
    agent.call(press, { digits: '2' }, heard('All of our agents are busy. Please hold the line.'));
    holdTheLine(agent, heard);
    const questions = [
      'May I have your customer number?',
      'And your date of birth?',
      'Why would you like to leave us?',
      `I could offer you ${agent.between(2, 6)} months for free.`,
      'When should it end?',
      `I have noted that. The number is ${words.hex(6).toUpperCase()}.`,
    ];
    for (const question of questions)
      agent.call(speak, { text: words.sentence() }, heard(question), {
        saying: musing(agent, 'cancellation'),
      });
    agent.call('hang_up', {}, { ok: true, duration_s: seconds });
    agent.answer('The contract is cancelled.');
  },
};
