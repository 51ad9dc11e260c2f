/**
 * A writer asks one agent for sources and another for approval, piece by piece; the editor nearly always says the same.
 */
import type { Family } from '../../family.ts';

export const newsroom: Family = {
  name: 'h_newsroom',
  what: 'writes one section of a report after the other, asking a research agent before and an editor after each, who mostly just approves',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const count = agent.between(9, 16);
    const topics = Array.from(
      { length: count },
      () => `${words.noun()} and ${words.noun()} in ${words.project()}`,
    );
    const [ask, save] = agent.pick([
      ['ask_agent', 'save_section'],
      ['send_message', 'write_document'],
      ['delegate', 'append_section'],
    ] as const);
    agent.prompt(
      `Write the yearly report in ${count} sections. Take facts from the researcher and have each section approved by the editor.`,
    );
    for (const [index, topic] of topics.entries()) {
      agent.call(
        ask,
        { to: 'researcher', message: `Please give me the facts on ${topic}.` },
        { from: 'researcher', reply: `Here is what I found: ${words.prose(2, 5)}` },
        { tookMs: agent.between(4000, 40_000) },
      );
      const section = index + 1;
      agent.call(save, { section, title: topic, text: words.prose(4, 8) }, { ok: true });
      while (agent.random.chance(0.2)) {
        agent.call(
          ask,
          { to: 'editor', message: `Section ${section} is ready for review.` },
          { from: 'editor', reply: `Please change this: ${words.sentence()}` },
        );
        agent.call(save, { section, title: topic, text: words.prose(4, 8) }, { ok: true });
      }
      agent.call(
        ask,
        { to: 'editor', message: `Section ${section} is ready for review.` },
        {
          from: 'editor',
          reply: agent.pick([
            'Approved.',
            'Approved.',
            'Approved, thank you!',
            'Looks good. Approved.',
          ]),
        },
      );
    }
    agent.call('publish_document', { sections: count }, { ok: true, pages: count * 2 + 3 });
    agent.answer(`The report with ${count} sections is published.`);
  },
};
