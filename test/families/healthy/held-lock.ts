import type { Family } from '../family.ts';

/** Nothing says "pending", and yet there is something to wait for. */
export const heldLock: Family = {
  name: 'h_held_lock',
  what: 'waits for a lock that another process holds, trying again after a pause',
  batch: 7,
  play(agent) {
    agent.prompt('Install the build tools and compile the project.');
    agent.warmUp(1, 3);
    const pid = agent.between(1000, 60_000);
    const [command, refusal, exit] = agent.pick([
      [
        'sudo apt-get install -y build-essential',
        `E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process ${pid} (unattended-upgr)`,
        100,
      ],
      [
        'terraform apply -auto-approve',
        `Error: Error acquiring the state lock\nLock Info:\n  ID: ${agent.words.hex(8)}\n  Who: ci@runner-${agent.between(1, 40)}`,
        1,
      ],
      ['cargo build', 'Blocking waiting for file lock on build directory\nerror: timed out', 101],
    ] as const);
    agent.times(5, 9, (index) => {
      agent.shell(command, { text: refusal, exit });
      const pause = agent.pick([15, 20, 30]) + 5 * index;
      agent.shell(`sleep ${pause}`, '', { tookMs: pause * 1000 });
    });
    agent.shell(command, agent.words.prose(2, 4).replaceAll('. ', '.\n'));
    agent.shell('make', agent.words.prose(1, 3));
    agent.answer('Compiled.');
  },
};
