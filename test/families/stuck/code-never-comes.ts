import type { Family } from '../family.ts';

/** The inbox does get new mail, only never the one that is waited for: it lies in another folder. */
export const codeNeverComes: Family = {
  name: 's_code_never_comes',
  what: 'has a sign-in code sent over and over and searches a lively inbox in which it never arrives',
  batch: 11,
  limit: 24,
  play(agent) {
    const portal = `${agent.words.project()}-portal`;
    const address = `${agent.words.noun()}@${agent.words.project()}.example`;
    const sender = `no-reply@${portal}.example`;
    agent.prompt(`Sign in to ${portal} as ${address} and download last month's statement.`);
    agent.call(
      'browser_type',
      { element: 'E-mail', text: address, submit: true },
      `Page: Verify it's you\nEnter the 6-digit code that we have sent to ${address.slice(0, 2)}***.\n[Code] [Continue] [Resend code]`,
    );
    const mails: { id: string; from: string; subject: string; date: string }[] = [];
    const arrives = () =>
      mails.unshift({
        id: agent.words.hex(16),
        from: `${agent.pick(['news', 'offers', 'billing', 'team'])}@${agent.words.noun()}.example`,
        subject: agent.pick([
          `Your ${agent.words.noun()} ${agent.words.noun()} this week`,
          `${agent.between(10, 60)} % off every ${agent.words.noun()}`,
          `${agent.words.person()} commented on ${agent.words.noun()}`,
        ]),
        date: agent.clock(),
      });
    agent.times(5, 8, arrives);
    agent.loopBegins();
    agent.times(15, 22, () => {
      agent.call(
        'browser_click',
        { element: agent.pick(['Resend code', 'Resend code link', 'the "Resend code" button']) },
        `Page: Verify it's you\nA new code is on its way to ${address.slice(0, 2)}***. It is valid for 10 minutes.\n[Code] [Continue] [Resend code]\nRequest ${agent.words.opaque(8)}`,
        {
          saying: agent.pick(['No code yet. I will have it sent again.', 'Sending another code.']),
        },
      );
      agent.times(1, 2, () => {
        if (agent.random.chance(0.25)) arrives();
        const search = agent.pick([
          `from:${sender}`,
          `from:${portal} newer_than:1h`,
          'subject:(verification code)',
          'in:inbox code newer_than:10m',
          `"${portal}" code`,
          '',
        ]);
        const hits = search === '' ? mails.slice(0, 6) : [];
        agent.call(
          'mcp__gmail__search_messages',
          { q: search, max_results: 10 },
          { messages: hits, result_size_estimate: hits.length },
          {
            saying: agent.pick(['Checking the inbox for the code.', 'It should be there now.', '']),
          },
        );
      });
    });
  },
};
