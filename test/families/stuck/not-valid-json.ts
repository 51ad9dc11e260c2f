import type { Family } from '../family.ts';

export const notValidJson: Family = {
  name: 's_not_valid_json',
  what: 'answers in a form that the program around it refuses each time',
  batch: 8,
  limit: 12,
  unit: 'answer',
  play(agent) {
    const title = agent.words.sentence();
    agent.prompt('Extract the title and the date as JSON.');
    agent.loopBegins();
    const complaint = agent.pick([
      'Your output was not valid JSON. Answer with JSON only.',
      'Parsing failed: Unexpected token. Please return valid JSON.',
    ]);
    agent.times(14, 22, () => {
      agent.answer(
        agent.pick([
          `Here is the JSON:\n{"title": "${title}", "date": }`,
          `Sure! {"title": "${title}", "date": }`,
          `{"title": "${title}", "date": } // no date found`,
          `I apologise. Here is the corrected JSON: {"title": "${title}", "date": }`,
        ]),
      );
      agent.rest(agent.between(20, 400));
      agent.prompt(complaint);
    });
  },
};
