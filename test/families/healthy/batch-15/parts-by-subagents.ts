/**
 * Many parts, one sub-agent each, with nearly the same brief; a few come back empty-handed and are sent again.
 */
import { delegation } from '../../delegation.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const partsBySubagents: Family = {
  name: 'h_parts_by_subagents',
  what: 'gives one part after the other to a sub-agent with the same brief, some of them twice',
  batch: 15,
  play(agent) {
    const { words, manner } = agent;
    const role = agent.pick(['general-purpose', 'researcher', 'summariser', 'analyst']);
    const chapters = Array.from(
      { length: agent.between(14, 22) },
      (_, index) =>
        `interviews/${String(index + 1).padStart(2, '0')}-${words.person().toLowerCase().replace(' ', '-')}.txt`,
    );
    const target = `${words.root}/findings.md`;
    const told = (report: string, title: string, brief: string) =>
      delegation(manner, {
        title,
        brief,
        role,
        report,
        id: words.hex(12),
        tokens: agent.between(5000, 48_000),
        ms: agent.between(15_000, 190_000),
      });
    agent.prompt('Summarise every interview with a sub-agent of its own and collect the findings.');
    agent.shell('ls interviews', chapters.map((path) => path.slice(11)).join('\n'));
    agent.warmUp(0, 3);
    for (const path of chapters) {
      const title = `Summarise ${path.slice(11, 20)}`;
      const brief = `Read ${path}. List what the person complains about, what they praise, and one quotation. At most 120 words.`;
      if (agent.random.chance(0.18))
        agent.together(
          [
            told(
              agent.pick([
                `I was not able to open ${path}: the file is locked by another process.`,
                'I ran out of context before reaching the end. No summary.',
                'Apologies, the tool failed twice and I stopped.',
              ]),
              title,
              brief,
            ),
          ],
          {
            saying: musing(agent, 'interview'),
            tookMs: agent.between(15_000, 190_000),
          },
        );
      agent.together(
        [
          told(
            `**${words.person()}**\n- complains: ${words.sentence()}\n- praises: ${words.sentence()}\n- “${words.sentence()}”`,
            title,
            brief,
          ),
        ],
        {
          saying: musing(agent, 'interview'),
          tookMs: agent.between(15_000, 190_000),
        },
      );
      if (agent.random.chance(0.6))
        agent.edit(target, '<!-- next -->', `${words.prose(2, 4)}\n<!-- next -->`);
    }
    agent.read(target, words.prose(12, 30));
    agent.answer('The findings are collected.');
  },
};
