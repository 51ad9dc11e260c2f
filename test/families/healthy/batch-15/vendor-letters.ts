/**
 * A long correspondence with people who answer: every mail brings a document, a question or a concession.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

function vendorAnswers(agent: ScriptedAgent, invoice: string): readonly (() => string)[] {
  const { words } = agent;
  return [
    () => `Which purchase order does ${invoice} belong to? We have three for ${words.noun()}s.`,
    () =>
      `I found it. Our ${words.noun()} was booked twice, with ${agent.between(2, 30)} instead of ${agent.between(2, 30)} pieces.`,
    () =>
      `My colleague ${words.person()} has to release the credit. Could you send me the delivery note?`,
    () =>
      `The delivery note arrived, thanks. It says ${agent.between(2, 90)} ${words.noun()}s; you wrote ${agent.between(2, 90)}. Please check.`,
    () => `I can offer a credit of ${agent.between(20, 900)}.00 €. Would that do?`,
    () => words.prose(2, 4),
    () =>
      `We are closed on ${agent.pick(['Monday', 'Friday'])}; I will look at the ${words.noun()} on the day after.`,
  ];
}

export const vendorLetters: Family = {
  name: 'h_vendor_letters',
  what: 'corresponds with a vendor for many mails until the invoice is corrected',
  batch: 15,
  play(agent) {
    const { words } = agent;
    const vendor = `billing@${words.project()}-supplies.example`;
    const invoice = `INV-${agent.between(10_000, 99_999)}`;
    const [send, fetch] = agent.pick([
      ['gmail_send_message', 'gmail_list_messages'],
      ['mcp__mail__send', 'mcp__mail__inbox'],
      ['outlook_reply', 'outlook_search'],
      ['send_email', 'read_inbox'],
    ] as const);
    const clerk = words.person();
    const answers = vendorAnswers(agent, invoice);
    agent.prompt(
      `Invoice ${invoice} is wrong by ${agent.between(20, 900)} euro. Get it corrected by ${vendor}.`,
    );
    agent.times(2, 5, () => {
      const line = { item: words.noun(), qty: agent.between(1, 40), price: agent.between(1, 90) };
      const id = agent.between(1000, 9999);
      agent.call('erp_get_purchase_order', { id: `${id}` }, { id, lines: [line] });
    });
    agent.times(10, 15, (index) => {
      agent.call(
        send,
        {
          to: vendor,
          subject: `Re: ${invoice}`,
          body: `Dear ${clerk},\n\n${words.prose(1, 3)}\n\nBest regards,\nAccounts payable`,
        },
        { id: words.hex(16), status: 'sent', at: agent.clock() },
        { saying: musing(agent, invoice) },
      );
      agent.rest(agent.between(60_000, 4_000_000));
      const empty = agent.pick([0, 0, 1, 2]);
      for (let look = 0; look < empty; look += 1) {
        agent.call(
          fetch,
          { query: `from:${vendor} is:unread`, max: 5 },
          { messages: [] },
          { saying: 'Nothing yet.' },
        );
        agent.rest(agent.between(300_000, 4_000_000));
      }
      agent.call(
        fetch,
        { query: `from:${vendor} is:unread`, max: 5 },
        {
          messages: [
            {
              id: words.hex(16),
              from: vendor,
              date: agent.clock(),
              subject: `Re: ${invoice}`,
              body: `Hello,\n\n${answers[index % answers.length]?.()}\n\nKind regards\n${clerk}`,
            },
          ],
        },
        { saying: musing(agent, 'answer') },
      );
      if (agent.random.chance(0.3))
        agent.call(
          agent.pick(['erp_get_delivery_note', 'drive_read_file']),
          { id: `${agent.between(1000, 9999)}` },
          { text: words.prose(2, 5) },
        );
    });
    agent.answer('They sent the corrected invoice.');
  },
};
