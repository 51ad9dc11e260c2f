/**
 * The package manager is locked by something that never ends; it is called again without a pause.
 */
import type { Family } from '../../family.ts';

export const packageLockHeld: Family = {
  name: 's_package_lock_held',
  what: 'calls a package manager that is locked by a process that never ends, and looks at that process',
  batch: 28,
  limit: 10,
  play(agent) {
    const { words } = agent;
    const pid = agent.between(800, 30_000);
    const wanted = words.noun();
    agent.prompt(`Install ${wanted}-utils on this machine.`);
    agent.loopBegins();
    agent.times(18, 30, () => {
      const act = agent.between(0, 5);
      if (act <= 3)
        agent.shell(
          agent.pick([
            `sudo apt-get install -y ${wanted}-utils`,
            `sudo apt install ${wanted}-utils`,
            'sudo apt-get update',
            'sudo dpkg --configure -a',
          ]),
          {
            text: `E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process ${pid} (unattended-upgr)\nN: Be aware that removing the lock file is not a solution and may break your system.\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?`,
            exit: 100,
          },
        );
      else if (act === 4)
        agent.shell(
          `ps -p ${pid} -o pid,etime,cmd`,
          `    PID     ELAPSED CMD\n${pid}  ${agent.between(1, 9)}-0${agent.between(1, 9)}:${agent.between(10, 59)}:${agent.between(10, 59)} /usr/bin/python3 /usr/bin/unattended-upgrade`,
        );
      else
        agent.shell(
          'sudo lsof /var/lib/dpkg/lock-frontend',
          `COMMAND    PID USER   FD\nunattende ${pid} root    4uW`,
          { saying: 'Who holds it?' },
        );
    });
  },
};
