import type { Family } from '../family.ts';

/** An empty folder looks the same from everywhere. */
export const lookingAround: Family = {
  name: 's_looking_around',
  what: 'lists an empty folder in ever other ways',
  batch: 7,
  limit: 16,
  play(agent) {
    agent.prompt('Summarise what this project does.');
    const ways: readonly (readonly [string, string])[] = [
      ['ls', ''],
      ['ls -la', 'total 8\ndrwxr-xr-x 2 dev dev 4096 .\ndrwxr-xr-x 9 dev dev 4096 ..'],
      ['ls -R', '.:'],
      ['find . -type f', ''],
      ['find . -name "*.md"', ''],
      ['tree', '.\n\n0 directories, 0 files'],
      ['tree -L 2', '.\n\n0 directories, 0 files'],
      ['git ls-files', ''],
      ['ls -a', '.\n..'],
      ['find . -maxdepth 3', '.'],
      ['du -sh .', '4.0K\t.'],
      ['rg --files', ''],
      ['ls *', "ls: cannot access '*': No such file or directory"],
      ['pwd && ls', agent.words.root],
    ];
    agent.loopBegins();
    agent.times(26, 40, () => {
      const [command, text] = agent.pick(ways);
      agent.shell(command, command === 'ls *' ? { text, exit: 2 } : text);
    });
  },
};
