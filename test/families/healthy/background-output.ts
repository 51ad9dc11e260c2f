import type { Family } from '../family.ts';

export const backgroundOutput: Family = {
  name: 'h_background_output',
  what: 'looks again and again at a build in the background that prints a line now and then, mostly nothing',
  batch: 10,
  play(agent) {
    agent.prompt('Build the whole workspace and tell me which crates have warnings.');
    agent.warmUp(1, 4);
    const id = agent.words.hex(6);
    agent.shell('cargo build --workspace 2>&1 &', `Command running in background with ID: ${id}`);
    const look = (text: string, state: string) => {
      const saying = agent.pick([
        '',
        'Still running.',
        'Let me wait for it to finish.',
        'Checking on it.',
      ]);
      if (agent.manner === 'claude')
        agent.call(
          'BashOutput',
          { bash_id: id },
          `<status>${state}</status>\n\n<stdout>\n${text}\n</stdout>\n\n<timestamp>${agent.clock()}</timestamp>`,
          { saying },
        );
      else
        agent.call(
          'process_poll',
          { id },
          { id, state, new_output: text, polled_at: agent.clock() },
          { saying },
        );
      agent.rest(agent.between(5000, 25_000));
    };
    agent.times(14, 22, () => {
      // The last crates are large; a few looks in a row see nothing.
      agent.times(0, 3, () => look('', 'running'));
      const crates = Array.from(
        { length: agent.between(1, 4) },
        () =>
          `   Compiling ${agent.words.noun()}-${agent.words.noun()} v0.${agent.between(1, 30)}.${agent.between(0, 9)}`,
      );
      look(crates.join('\n'), 'running');
    });
    look(
      `    Finished \`dev\` profile [unoptimized + debuginfo] target(s) in ${agent.between(4, 9)}m ${agent.between(10, 59)}s`,
      'completed',
    );
    agent.answer('The workspace builds without warnings.');
  },
};
