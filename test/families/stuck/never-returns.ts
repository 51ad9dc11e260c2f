import type { Family } from '../family.ts';

export const neverReturns: Family = {
  name: 's_never_returns',
  what: 'starts a server in the foreground and waits for the time limit each time',
  batch: 5,
  limit: 10,
  play(agent) {
    agent.prompt('Start the preview and check the start page.');
    agent.warmUp(0, 3);
    agent.loopBegins();
    agent.times(10, 16, () => {
      const limit = agent.pick([60, 120, 120]);
      agent.shell(
        agent.pick([
          'npm run preview',
          'npm run preview -- --host',
          'npx vite preview',
          'npm run preview -- --port 4173',
        ]),
        {
          text: `Command timed out after ${limit}s\n\n  ➜  Local:   http://localhost:4173/\n  ➜  press h + enter to show help`,
          exit: 124,
        },
        { tookMs: limit * 1000 },
      );
    });
  },
};
