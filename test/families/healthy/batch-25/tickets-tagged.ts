/**
 * Tickets are read and tagged in turn: many of them say much the same, and the answer to a tag is always the same.
 */
import type { Family } from '../../family.ts';

export const ticketsTagged: Family = {
  name: 'h_tickets_tagged',
  what: 'reads one ticket after the other, many of them about the same outage, and tags each',
  batch: 25,
  play(agent) {
    const { words } = agent;
    const start = agent.between(20_000, 90_000);
    const ids = Array.from(
      { length: agent.between(18, 40) },
      (_, index) => start + index * agent.between(1, 4),
    );
    const texts = [
      'I cannot log in since this morning, the page stays white.',
      'Login does not work. White page after the password.',
      'Where is my invoice for last month?',
      'The app logs me out again and again.',
    ];
    const bulk = agent.random.chance(0.4);
    agent.prompt('Tag every new ticket: login, invoice, or other.');
    agent.call(
      'list_tickets',
      { status: 'new' },
      { tickets: [...new Set(ids)].map((id) => ({ id })) },
    );
    for (const id of new Set(ids)) {
      const text = agent.pick(texts);
      const tag = text.includes('invoice') ? 'invoice' : 'login';
      agent.call('get_ticket', { id }, bulk ? { text } : { id, from: words.person(), text });
      agent.call('tag_ticket', { id, tag }, { ok: true });
    }
    agent.answer('Every new ticket has its tag.');
  },
};
