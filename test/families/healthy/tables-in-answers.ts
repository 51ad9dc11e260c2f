import type { Family } from '../family.ts';

export const tablesInAnswers: Family = {
  name: 'h_tables_in_answers',
  what: 'gives long answers with tables and code in which lines repeat',
  batch: 4,
  play(agent) {
    agent.times(4, 8, () => {
      agent.prompt(agent.words.prose(1, 2));
      const rows = Array.from(
        { length: agent.between(12, 40) },
        () => `| ${agent.words.noun()} | yes | yes | no |`,
      );
      const code = Array.from(
        { length: agent.between(10, 30) },
        () => '    <td class="cell"></td>',
      );
      agent.answer(
        `${agent.words.prose(1, 2)}\n\n| name | a | b | c |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n\n\`\`\`html\n<tr>\n${code.join('\n')}\n</tr>\n\`\`\`\n${agent.words.sentence()}`,
      );
      agent.rest(agent.between(10_000, 90_000));
    });
  },
};
