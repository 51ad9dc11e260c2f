import type { Family } from '../family.ts';

export const everOtherWrapping: Family = {
  name: 's_ever_other_wrapping',
  what: 'runs one failing command in ever other wrappings',
  batch: 8,
  limit: 12,
  play(agent) {
    agent.prompt('Make the smoke test pass.');
    agent.warmUp(1, 5);
    const command = agent.pick([
      'npm run smoke',
      'pytest tests/smoke',
      'make smoke',
      'go test ./smoke',
    ]);
    const failure = {
      text: `Error: connect EACCES /run/${agent.words.noun()}.sock\n    at open (${agent.words.file()}:${agent.between(3, 300)}:11)`,
      exit: 1,
    };
    agent.loopBegins();
    agent.times(16, 26, () => {
      const wrapped = agent.pick([
        command,
        `cd ${agent.words.root} && ${command}`,
        `CI=1 ${command}`,
        `timeout 60 ${command}`,
        `(${command})`,
        `${command}; echo "exit $?"`,
        `env DEBUG=1 ${command}`,
        `bash -c '${command}'`,
        `time ${command}`,
        `nice ${command} 2>&1 | tail -40`,
      ]);
      agent.shell(wrapped, failure);
    });
  },
};
