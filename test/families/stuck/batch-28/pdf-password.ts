/**
 * A locked document is opened with one made-up password after the other.
 */
import type { Family } from '../../family.ts';

export const pdfPassword: Family = {
  name: 's_pdf_password',
  what: 'tries made-up passwords on a locked document; all are wrong',
  batch: 28,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const file = `${words.noun()}-${agent.between(2019, 2026)}.pdf`;
    agent.prompt(`Extract the tables of ${file}.`);
    agent.shell(`pdftotext ${file} -`, { text: 'Command Line Error: Incorrect password', exit: 1 });
    agent.loopBegins();
    agent.times(18, 30, () => {
      const password = agent.pick([
        `${agent.between(1000, 9999)}`,
        words.noun(),
        `${words.noun()}${agent.between(1, 2026)}`,
        words.project(),
      ]);
      agent.shell(
        agent.pick([
          `qpdf --password=${password} --decrypt ${file} out.pdf`,
          `qpdf --decrypt --password='${password}' ${file} out.pdf`,
        ]),
        { text: `qpdf: ${file}: invalid password`, exit: 2 },
        { saying: agent.pick(['', 'Another one.', 'Maybe the year.']) },
      );
    });
  },
};
