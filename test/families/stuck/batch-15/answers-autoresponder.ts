/**
 * The other side is a machine that confirms every message; the agent takes each confirmation for an answer.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const CONFIRMATIONS: readonly ((number: string) => string)[] = [
  (number) =>
    `Thank you for contacting us. Your request ${number} has been received. A member of our team will get back to you within 2 business days. Please do not reply to this message.`,
  (number) =>
    `We got your message [${number}]. Our team is on it! In the meantime, visit our help centre.`,
  (number) =>
    `[Automatic reply] Your ticket ${number} was updated. Current status: OPEN. Average first response: 31 h.`,
];

const ASKS = [
  'Could you please confirm the amount of the credit?',
  'Many thanks for the quick reply! As said, we need the corrected invoice.',
  'Just to be clear: which documents do you still need from us?',
  'We appreciate your help. When can we expect the corrected invoice?',
  'To move this forward, here is a summary of the case once more.',
  'Kindly let us know if anything is missing on our side.',
  'We understand that you are looking into it; a short estimate would help.',
];

function lookUpOrder(agent: ScriptedAgent): void {
  const { words } = agent;
  const id = agent.between(1000, 9999);
  const lines = Array.from({ length: agent.between(2, 5) }, () => ({
    item: `${words.noun()} ${words.noun()}`,
    qty: agent.between(1, 40),
    price: agent.between(100, 9000) / 100,
  }));
  const tool = agent.pick(['erp_get_purchase_order', 'drive_read_file', 'erp_list_receipts']);
  agent.call(tool, { id: `${id}` }, { id, lines });
}

export const answersAutoresponder: Family = {
  name: 's_answers_autoresponder',
  what: 'corresponds with an automatic reply as if somebody read its mails',
  batch: 15,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const vendor = `billing@${words.project()}-supplies.example`;
    const [invoice, confirmation] = [
      `INV-${agent.between(10_000, 99_999)}`,
      agent.pick(CONFIRMATIONS),
    ];
    const [send, fetch] = agent.pick([
      ['gmail_send_message', 'gmail_list_messages'],
      ['mcp__mail__send', 'mcp__mail__inbox'],
      ['outlook_reply', 'outlook_search'],
      ['send_email', 'read_inbox'],
    ] as const);
    agent.prompt(
      `Invoice ${invoice} is wrong by ${agent.between(20, 900)} euro. Get it corrected by ${vendor}.`,
    );
    agent.times(5, 10, () => lookUpOrder(agent));
    agent.loopBegins();
    agent.times(14, 20, () => {
      const number = `#${agent.between(100_000, 999_999)}`;
      agent.call(
        send,
        {
          to: vendor,
          subject: `Re: ${invoice} [${number}]`,
          body: `Dear team,\n\n${agent.pick(ASKS)} ${words.prose(1, 2)}\n\nBest regards,\nAccounts payable`,
        },
        { id: words.hex(16), status: 'sent', at: agent.clock() },
        { saying: musing(agent, invoice) },
      );
      agent.rest(agent.between(20_000, 90_000));
      agent.call(
        fetch,
        { query: `from:${vendor} is:unread`, max: 5 },
        {
          messages: [
            {
              id: words.hex(16),
              from: vendor,
              date: agent.clock(),
              subject: `[${number}] We received your request`,
              body: confirmation(number),
            },
          ],
        },
        {
          saying: agent.pick([
            'They answered already.',
            'A reply has come in.',
            '',
            musing(agent, 'reply'),
          ]),
        },
      );
      if (agent.random.chance(0.2))
        agent.call(
          'notes_append',
          { text: `Contacted ${vendor} about ${invoice}; awaiting ${words.noun()}.` },
          { ok: true },
        );
    });
  },
};
