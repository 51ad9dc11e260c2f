import type { Family } from '../family.ts';

export const skillForEach: Family = {
  name: 'h_skill_for_each',
  what: 'loads the same skill for each form of a folder, and fills the form in by it',
  batch: 10,
  play(agent) {
    const skill = `${agent.words.noun()}-forms`;
    const guidance = agent.words.prose(8, 14);
    agent.prompt('Fill in every form in forms/ from people.csv. Use the skill for each of them.');
    agent.times(9, 16, (index) => {
      const person = agent.words.person();
      const file = `forms/${person.toLowerCase().replace(' ', '-')}-${index}.pdf`;
      agent.call(
        'Skill',
        { skill, args: file },
        `Launching skill: ${skill}\n\nBase directory for this skill: /home/dev/.skills/${skill}\n\n# ${skill}\n\n${guidance}`,
        { saying: `Next: ${file}. I will load the skill for it, as asked.` },
      );
      const fields = Array.from(
        { length: agent.between(3, 8) },
        () => `${agent.words.noun()}_${agent.words.noun()}`,
      );
      agent.shell(
        `python fields.py ${file}`,
        fields.map((field) => `${field}\ttext\trequired`).join('\n'),
      );
      agent.shell(
        `python fill.py ${file} --person "${person}" ${fields.map((field) => `--set ${field}=${agent.words.noun()}`).join(' ')}`,
        `filled ${fields.length} fields`,
      );
      agent.shell(`python verify.py ${file}`, 'OK, all required fields are filled.');
    });
    agent.answer('All forms are filled in.');
  },
};
