/**
 * A mail tool says that mails are sent; the folder of sent mails stays empty, so the agent sends the mail again.
 */
import type { Family } from '../../family.ts';

export const sentFolderEmpty: Family = {
  name: 's_sent_folder_empty',
  what: 'sends the same mail again because the folder of sent mails stays empty; subject and text are reworded a little',
  batch: 24,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const person = words.person();
    const to = `${person.split(' ')[0]?.toLowerCase() ?? 'info'}@${words.project()}.example`;
    const invoice = `${agent.between(2024, 2026)}-${agent.between(1000, 9999)}`;
    const tools = agent.pick([
      ['send_email', 'list_messages'],
      ['gmail_send', 'gmail_search'],
      ['mcp__mail__send', 'mcp__mail__list'],
    ] as const);
    const folders = agent.random.chance(0.4) ? ['sent', 'outbox', 'all'] : ['sent'];
    agent.prompt(
      `Send ${person} (${to}) the reminder for invoice ${invoice} and make sure it went out.`,
    );
    agent.call(
      'get_invoice',
      { number: invoice },
      { number: invoice, due: `2026-09-${agent.between(10, 28)}`, open: agent.between(90, 9000) },
    );
    agent.loopBegins();
    agent.times(13, 20, () => {
      agent.call(
        tools[0],
        {
          to,
          subject: agent.pick([
            `Reminder: invoice ${invoice}`,
            `Invoice ${invoice} is overdue`,
            `Payment reminder ${invoice}`,
          ]),
          body: `${agent.pick(['Dear', 'Hello', 'Good day'])} ${person}, ${agent.pick([
            `invoice ${invoice} is still open.`,
            `we have not received the payment of invoice ${invoice} yet.`,
            `may I remind you of invoice ${invoice}?`,
          ])} ${agent.pick(['Kind regards', 'Best regards'])}`,
        },
        { ok: true, id: `<${words.hex(16)}@mail>`, queued_at: agent.clock() },
        {
          saying: agent.pick([
            '',
            'It does not seem to have gone out. Sending it again.',
            'Sending the reminder.',
            'Once more.',
          ]),
        },
      );
      if (agent.random.chance(0.25))
        agent.call('wait', { seconds: 10 }, { waited: 10 }, { tookMs: 10_000 });
      agent.call(
        tools[1],
        { folder: agent.pick(folders), to },
        { messages: [], total: 0, checked_at: agent.clock() },
        { saying: agent.pick(['', 'Checking the folder of sent mails.', 'Did it go out?']) },
      );
    });
  },
};
