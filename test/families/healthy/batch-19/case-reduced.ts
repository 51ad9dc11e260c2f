/**
 * A file that crashes a program is made smaller piece by piece; each try either crashes as before or does not.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const PROGRAMS: readonly ((agent: ScriptedAgent) => readonly [string, string, string, string])[] = [
  ({ words }) => [
    'crash.c',
    'gcc -O2 -c small.c -o /dev/null',
    `small.c: In function '${words.noun()}':\ninternal compiler error: in extract_insn, at recog.cc:2812\nPlease submit a full bug report, with preprocessed source.`,
    '',
  ],
  ({ words }) => [
    'failing.sql',
    'psql -q -f small.sql',
    `server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally before or while processing the request. (${words.noun()})`,
    '',
  ],
  ({ words }) => [
    'page.html',
    'bin/render small.html -o out.pdf',
    `thread 'layout' panicked at src/layout/${words.noun()}.rs:412:17:\nattempt to subtract with overflow`,
    'wrote out.pdf',
  ],
];

export const caseReduced: Family = {
  name: 'h_case_reduced',
  what: 'makes a crashing input smaller piece by piece; every run of it crashes as before or passes',
  batch: 19,
  play(agent) {
    const [original, command, crash, fine] = agent.pick(PROGRAMS)(agent);
    const small = original.replace(/^\w+/, 'small');
    let lines = agent.between(900, 4000);
    agent.prompt(
      `${original} crashes it. Reduce the file to as few lines as possible so that we can report it.`,
    );
    agent.shell(`wc -l ${original} && cp ${original} ${small}`, `${lines} ${original}`);
    agent.shell(command, { text: crash, exit: 1 });
    while (lines > 9) {
      const cut = Math.max(1, Math.floor(lines / agent.pick([2, 3, 4, 6])));
      const from = agent.between(1, Math.max(1, lines - cut));
      const isNeeded = agent.random.chance(0.45);
      agent.shell(
        `cp ${small} ${small}.bak && sed -i '${from},${from + cut - 1}d' ${small} && wc -l < ${small}`,
        String(lines - cut),
      );
      agent.shell(command, isNeeded ? { text: fine } : { text: crash, exit: 1 });
      if (isNeeded)
        agent.shell(`mv ${small}.bak ${small}`, '', {
          saying: agent.pick(['', 'Those lines are needed.', 'Putting them back.']),
        });
      else lines -= cut;
    }
    agent.answer(`${small} has ${lines} lines and still crashes in the same place.`);
  },
};
