import type { Family } from '../family.ts';

export const listShuffling: Family = {
  name: 's_list_shuffling',
  what: 'moves the marks of its to-do list about and looks at the folder',
  batch: 4,
  limit: 16,
  play(agent) {
    agent.prompt('Add pagination to the list view.');
    agent.warmUp(1, 3);
    const tasks = ['Look at the list view', 'Add the parameter', 'Write the test'];
    const folder = Array.from({ length: 6 }, () => agent.words.file()).join('\n');
    agent.loopBegins();
    agent.times(10, 16, () => {
      agent.call(
        'TodoWrite',
        {
          todos: tasks.map((content, id) => ({
            id: String(id),
            content,
            status: agent.pick(['pending', 'in_progress', 'pending']),
          })),
        },
        'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress.',
      );
      agent.shell(agent.pick(['ls src', 'ls -la src', 'find src -type f', 'ls -R src']), folder);
    });
  },
};
