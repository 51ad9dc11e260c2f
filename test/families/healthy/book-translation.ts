import type { Family } from '../family.ts';
import { inEnglish, inSpanish, paragraph } from '../foreign-words.ts';

export const bookTranslation: Family = {
  name: 'h_book_translation',
  what: 'translates a Spanish book through many compactions, reading its glossary and last chapter after each',
  batch: 9,
  play(agent) {
    const { root } = agent.words;
    agent.prompt('Translate the chapters in es/ into English, into en/, one file each.');
    const count = agent.between(18, 30);
    const name = (index: number) => `${String(index + 1).padStart(2, '0')}.md`;
    const all = Array.from({ length: count }, (_, index) => name(index)).join('\n');
    const glossary = `# Glossary\n\nforastero: stranger\nmolinero: miller\nDoña: keep as it is\n${agent.words.prose(2, 4)}`;
    agent.shell('ls es', all);
    agent.read(`${root}/GLOSSARY.md`, glossary);
    const every = agent.between(3, 5);
    let last = '';
    for (let index = 0; index < count; index += 1) {
      if (index > 0 && index % every === 0) {
        agent.compact(
          `The user wants the chapters in es/ translated into English, one file each in en/. Done: up to ${name(index - 1)}. Next: ${name(index)}.`,
        );
        agent.shell('ls es', all, { saying: 'Let me see where we are.' });
        agent.read(`${root}/GLOSSARY.md`, glossary);
        agent.read(`${root}/en/${name(index - 1)}`, last, { saying: 'For the tone.' });
      }
      const text = paragraph(agent.random, agent.between(8, 16));
      last = inEnglish(text, agent.random);
      agent.read(`${root}/es/${name(index)}`, inSpanish(text));
      agent.write(`${root}/en/${name(index)}`, last);
    }
    agent.answer('The whole book is translated.');
  },
};
