/**
 * A voice menu leads back to its beginning whatever is pressed, and each time it greets in the same words.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const BRANCHES = [
  'You can see your bills in our app at any time. Press 9 for the main menu.',
  'We know of no fault in your area. Press 9 for the main menu.',
  'Contracts can be changed online, around the clock. Press 9 for the main menu.',
  'All of our agents are busy. Please tell me in a few words what it is about.',
];

const LOST = [
  "I'm sorry, I didn't get that.",
  'Let me take you back to the main menu.',
  'I understood: *something about your contract*. That can be done online.',
];

const REQUESTS = [
  'I would like to cancel a contract.',
  'Cancel my contract, please.',
  'Cancellation',
  'A human agent, please.',
  'Operator',
  'I want to speak to a representative about ending the contract.',
];

export const phoneMenu: Family = {
  name: 's_phone_menu',
  what: 'presses through a telephone menu every branch of which leads back to its beginning',
  batch: 16,
  limit: 24,
  play(agent) {
    const { words } = agent;
    const company = `${words.project()} ${agent.pick(['Energy', 'Mobile', 'Insurance', 'Parcel'])}`;
    const [press, speak] = agent.pick([
      ['send_dtmf', 'say'],
      ['mcp__phone__press', 'mcp__phone__speak'],
      ['twilio_send_digits', 'twilio_say'],
    ] as const);
    const id = `CA${agent.words.hex(16)}`;
    const top = `Welcome to ${company}. For bills press 1. For faults press 2. For contracts press 3. For anything else stay on the line.`;
    let seconds = agent.between(20, 60);
    const heard = (text: string) => {
      seconds += agent.between(6, 31);
      return {
        call_id: id,
        elapsed_s: seconds,
        transcript: text,
        confidence: agent.between(81, 99) / 100,
      };
    };
    agent.prompt(
      `Call ${company} and cancel the contract of ${words.person()}. Reach a person if you must.`,
    );
    agent.times(4, 7, () =>
      agent.call(
        agent.pick(['crm_get_contract', 'notes_search', 'contacts_lookup']),
        { query: words.noun() },
        { id: words.hex(8), text: words.sentence() },
      ),
    );
    agent.call(
      agent.pick(['place_call', 'dial']),
      { to: `+49${agent.between(1e8, 9e8)}` },
      heard(top),
    );
    agent.loopBegins();
    agent.times(17, 24, () => {
      const digit = agent.between(1, 4);
      const saying = musing(agent, agent.pick(['menu', 'cancellation', 'hotline']));
      if (digit < 4)
        agent.call(press, { digits: String(digit) }, heard(BRANCHES[digit - 1] ?? ''), {
          saying,
          tookMs: agent.between(6000, 20_000),
        });
      else {
        agent.call(
          'wait_and_listen',
          { max_seconds: agent.pick([20, 30, 45, 60]) },
          heard(BRANCHES[3] ?? ''),
          { saying, tookMs: agent.between(20_000, 60_000) },
        );
        agent.call(
          speak,
          {
            text: agent.pick(REQUESTS),
          },
          heard(agent.pick(LOST)),
          { saying: musing(agent, 'answer') },
        );
      }
      agent.call(press, { digits: agent.pick(['9', '9', '0', '#', '*']) }, heard(top), {
        tookMs: agent.between(4000, 9000),
      });
    });
  },
};
