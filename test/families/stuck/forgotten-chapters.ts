import type { Family } from '../family.ts';
import { inEnglish, inSpanish, paragraph } from '../foreign-words.ts';

/** The summary says what is to be done, never what has been done. */
export const forgottenChapters: Family = {
  name: 's_forgotten_chapters',
  what: 'translates the first chapters of a Spanish book again after every compaction',
  batch: 9,
  limit: 24,
  play(agent) {
    const { root } = agent.words;
    agent.prompt('Translate the chapters in es/ into English, into en/, one file each.');
    const chapters = Array.from({ length: agent.between(3, 5) }, (_, index) => ({
      name: `${String(index + 1).padStart(2, '0')}.md`,
      text: paragraph(agent.random, agent.between(8, 16)),
    }));
    const names = Array.from(
      { length: 28 },
      (_, index) => `${String(index + 1).padStart(2, '0')}.md`,
    );
    const pass = () => {
      agent.shell('ls es', names.join('\n'), { saying: 'Let me see what there is to translate.' });
      for (const { name, text } of chapters) {
        agent.read(`${root}/es/${name}`, inSpanish(text), {
          saying: agent.pick([`Chapter ${name}.`, '', 'Reading the chapter.']),
        });
        agent.write(`${root}/en/${name}`, inEnglish(text, agent.random));
      }
    };
    pass();
    agent.loopBegins();
    agent.times(6, 9, () => {
      agent.compact(
        agent.pick([
          'The user wants the chapters in es/ translated into English, one file each in en/. Next: list es/ and begin.',
          'Task: translate a Spanish novel, file by file, from es/ to en/. Keep names as they are.',
          'We are translating a novel (es/ to en/). Start with the first chapter.',
        ]),
      );
      pass();
    });
  },
};
