/** What somebody handed out: the entries of a list that is worked through, and a number of times that was asked for. */
import { browserExchange } from '../browser-manner.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';
import type { Twin } from './twin.ts';

/** Numbers are typed into a page that says the same of nearly all of them. */
const numbersTyped: Twin = {
  name: 'numbers_typed',
  work(agent) {
    const numbers = serials(agent, 24);
    agent.prompt(`Which of these are still under warranty?\n${numbers.join('\n')}`);
    for (const number of numbers) looksUp(agent, number);
    agent.answer('None of them.');
  },
  loop(agent) {
    const [number = ''] = serials(agent, 1);
    agent.prompt(`Is ${number} still under warranty?`);
    agent.loopBegins();
    for (let turn = 0; turn < 24; turn += 1) looksUp(agent, number);
  },
};

/** Some begin with digits, some with letters. */
function serials(agent: ScriptedAgent, count: number): readonly string[] {
  return Array.from({ length: count }, () =>
    `${agent.words.hex(4)}-${agent.words.hex(4)}-${agent.words.hex(4)}`.toUpperCase(),
  );
}

function looksUp(agent: ScriptedAgent, number: string): void {
  const page = (body: string) => `- heading "Warranty" [ref=e12]\n${body}\n- contentinfo: 2026`;
  const typed = { ref: 'e30', element: 'Serial number', text: number };
  const exchanges = [
    browserExchange(agent.manner, 'type', typed, page(`- textbox [ref=e30]: ${number}`)),
    browserExchange(
      agent.manner,
      'click',
      { ref: 'e31', element: 'Look up' },
      page('- alert: The warranty of this device has ended.'),
    ),
  ];
  for (const exchange of exchanges) agent.together([exchange]);
}

/** Tickets of a list are closed one by one, and the queue is looked at after each. */
const longList: Twin = {
  name: 'long_list',
  work(agent) {
    const tickets = Array.from({ length: 20 }, () => `t-${agent.words.hex(8)}`);
    agent.prompt('Close every ticket of the list and check the pager after each.');
    agent.call('list_tickets', {}, { tickets });
    for (const ticket of tickets) closes(agent, ticket);
    agent.answer('All are closed.');
  },
  loop(agent) {
    const ticket = `t-${agent.words.hex(8)}`;
    agent.prompt('Close every ticket of the list and check the pager after each.');
    agent.call('list_tickets', {}, { tickets: [ticket] });
    agent.loopBegins();
    for (let turn = 0; turn < 20; turn += 1) closes(agent, ticket);
  },
};

function closes(agent: ScriptedAgent, ticket: string): void {
  agent.call('close_ticket', { ticket }, { ok: true });
  agent.call('pager_status', {}, { firing: false });
}

/** A suite is run as often as somebody asked in words, to learn how often it fails; or until it passes, which it never does. */
const timesInWords: Twin = {
  name: 'times_in_words',
  work(agent) {
    agent.prompt('Run npm test twenty times, change nothing, and tell me how often it fails.');
    for (let run = 0; run < 20; run += 1) tests(agent, run % 4 !== 2);
    agent.answer('Five of twenty.');
  },
  loop(agent) {
    agent.prompt('Run npm test until it passes.');
    agent.loopBegins();
    for (let run = 0; run < 20; run += 1) tests(agent, false);
  },
};

function tests(agent: ScriptedAgent, passes: boolean): void {
  const failed = { text: 'FAIL test/checkout.test.ts\n1 failed, 30 passed', exit: 1 };
  agent.shell('npm test', passes ? '31 passed' : failed);
}

export const handed: readonly Twin[] = [numbersTyped, longList, timesInWords];
