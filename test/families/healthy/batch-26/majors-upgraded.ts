/**
 * A framework is brought up one major version at a time, with the same commands for each.
 */
import type { Family } from '../../family.ts';

export const majorsUpgraded: Family = {
  name: 'h_majors_upgraded',
  what: 'upgrades a framework one major version after the other: update, migrate, build, test, commit, with a mend here and there',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const total = agent.between(150, 600);
    const first = agent.between(11, 13);
    agent.prompt(`Bring the app from Angular ${first} to ${first + 7}, one major at a time.`);
    agent.warmUp(0, 3);
    for (let major = first + 1; major <= first + 7; major += 1) {
      agent.shell(
        `npx ng update @angular/core@${major} @angular/cli@${major} --allow-dirty`,
        `Using package manager: npm\nCollecting installed dependencies...\nFound ${agent.between(38, 44)} dependencies.\nUPDATE package.json (${agent.between(1800, 2400)} bytes)\n✔ Packages installed successfully.\n** Executing migrations of package '@angular/core' **\n  Migration completed.`,
      );
      agent.times(0, 3, () => {
        const path = words.path();
        agent.shell('npx ng build', {
          text: `Error: ${path}:${agent.between(3, 200)}:${agent.between(1, 60)} - error TS${agent.between(2300, 2800)}: ${words.sentence()}`,
          exit: 1,
        });
        agent.edit(path, words.code(), words.code());
      });
      agent.shell('npx ng build', 'Build at: 2026-11-12 - Complete.');
      agent.shell('npx ng test --watch=false', `Executed ${total} of ${total} SUCCESS`);
      agent.shell(`git commit -qam "Angular ${major}"`, '');
    }
    agent.answer('Done.');
  },
};
