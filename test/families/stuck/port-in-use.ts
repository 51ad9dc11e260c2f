import type { Family } from '../family.ts';

export const portInUse: Family = {
  name: 's_port_in_use',
  what: 'starts a server on a port that is taken and kills a process that is not there',
  batch: 2,
  limit: 16,
  play(agent) {
    const port = agent.between(3000, 9000);
    agent.prompt('Start the app so that I can try it.');
    agent.warmUp(0, 3);
    agent.loopBegins();
    agent.times(7, 12, () => {
      agent.shell(agent.pick(['npm run dev', 'npm start', `PORT=${port} npm run dev`]), {
        text: `Error: listen EADDRINUSE: address already in use :::${port}\n    at Server.setupListenHandle [as _listen2] (node:net:${agent.between(1800, 1999)}:16)\n  code: 'EADDRINUSE',\n  syscall: 'listen'`,
        exit: 1,
      });
      const pid = agent.between(1000, 60_000);
      agent.shell(agent.pick([`kill ${pid}`, `kill -9 ${pid}`]), {
        text: `bash: kill: (${pid}) - No such process`,
        exit: 1,
      });
      if (agent.random.chance(0.5)) agent.shell(`lsof -ti :${port}`, { text: '', exit: 1 });
    });
  },
};
