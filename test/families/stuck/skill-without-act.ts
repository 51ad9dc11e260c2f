import type { Family } from '../family.ts';

/** It reads how things are done, plans to do them so, and reads it again. */
export const skillWithoutAct: Family = {
  name: 's_skill_without_act',
  what: 'loads the same few skills over and over, writes to-do lists, and never begins',
  batch: 10,
  limit: 20,
  play(agent) {
    const skills = Array.from({ length: agent.between(2, 3) }, () => {
      const name = `${agent.words.noun()}-${agent.pick(['forms', 'report', 'style', 'checks'])}`;
      return { name, text: agent.words.prose(8, 14) };
    });
    const task = `${agent.words.noun()} ${agent.words.noun()}`;
    agent.prompt(
      `Prepare the ${task} report from data/${agent.words.noun()}.csv, in our house style.`,
    );
    agent.loopBegins();
    agent.times(28, 42, () => {
      if (agent.random.chance(0.25)) {
        agent.call(
          'TodoWrite',
          {
            todos: [
              {
                content: agent.pick(['Load the skill', 'Review the skill', 'Read the guidance']),
                status: 'in_progress',
              },
              { content: `Prepare the ${task} report`, status: 'pending' },
              { content: agent.pick(['Check the result', 'Verify the report']), status: 'pending' },
            ],
          },
          'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress.',
        );
        return;
      }
      const { name, text } = agent.pick(skills);
      agent.call(
        'Skill',
        {
          skill: name,
          args: agent.pick([
            `for the ${task} report`,
            task,
            'how to begin',
            'steps',
            `${task}: what is needed`,
          ]),
        },
        `Launching skill: ${name}\n\nBase directory for this skill: /home/dev/.skills/${name}\n\n# ${name}\n\n${text}`,
        {
          saying: agent.pick([
            `I will use the ${name} skill for this, so that the report follows the house style from the start.`,
            'Before I begin I should make sure that I follow the guidance. Let me load the skill.',
            'The skill describes the steps. I will load the other one as well before I start.',
            'Let me consult the skill once more.',
          ]),
        },
      );
    });
  },
};
