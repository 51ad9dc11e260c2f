/**
 * The answers of one pupil after the other are read and graded; many get the same marks.
 */
import type { Family } from '../../family.ts';

export const examsGraded: Family = {
  name: 'h_exams_graded',
  what: 'reads the answers of one pupil after the other and writes the marks; many answers and marks are alike',
  batch: 27,

  play(agent) {
    const { words } = agent;
    const pupils = [
      ...new Set(Array.from({ length: agent.between(14, 26) }, () => words.person())),
    ];
    const questions = agent.between(3, 5);
    agent.prompt(`Grade the exams of class 7b, ${questions} questions each.`);
    agent.call('list_submissions', { class: '7b' }, { pupils });
    for (const pupil of pupils) {
      const answers = Array.from({ length: questions }, () =>
        agent.pick(['photosynthesis', 'osmosis', 'the cell wall', 'no answer']),
      );
      agent.call('get_submission', { pupil }, { answers });
      agent.call(
        'set_marks',
        {
          pupil,
          marks: answers.map((answer) => (answer === 'no answer' ? 0 : agent.pick([1, 2]))),
        },
        { saved: true },
      );
    }
    agent.answer('All exams are graded.');
  },
};
