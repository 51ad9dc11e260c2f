/**
 * A tutor asks a pupil one word after the other; most answers are right and are praised in the same words.
 */
import type { Family } from '../../family.ts';

export const quizTutor: Family = {
  name: 'h_quiz_tutor',
  what: 'asks a pupil the words of a lesson, praises in much the same words, and asks the missed ones again later',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const lesson = Array.from(
      { length: agent.between(16, 30) },
      () => [words.noun(), words.opaque(6).toLowerCase()] as const,
    );
    agent.prompt('Quiz me on lesson 7, one word at a time.');
    let missed: (typeof lesson)[number][] = [];
    for (const round of [lesson, null]) {
      const asked = round ?? missed;
      missed = [];
      for (const pair of asked) {
        const [word, meaning] = pair;
        agent.answer(
          agent.pick([
            `Correct! What is "${word}"?`,
            `Right. And "${word}"?`,
            `Next word: "${word}"`,
          ]),
        );
        agent.rest(agent.between(2000, 12_000));
        if (agent.random.chance(0.75)) agent.prompt(meaning);
        else {
          agent.prompt(agent.pick(['no idea', "I don't know", words.opaque(5).toLowerCase()]));
          agent.answer(`Not quite: "${word}" is "${meaning}". Say it once: what is "${word}"?`);
          agent.rest(agent.between(2000, 9000));
          agent.prompt(meaning);
          missed.push(pair);
        }
      }
    }
    agent.answer('That was all. Well done!');
  },
};
