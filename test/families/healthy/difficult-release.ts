import type { Family } from '../family.ts';

export const difficultRelease: Family = {
  name: 'h_difficult_release',
  what: 'a release fails several times for other reasons, each of which is mended',
  batch: 5,
  play(agent) {
    agent.prompt('Release version 3.');
    agent.times(4, 7, () => {
      agent.shell('./release.sh 3.0.0', {
        text: `==> build\n==> test\n==> publish\nError: ${agent.words.sentence()}`,
        exit: 1,
      });
      agent.times(1, 2, () => agent.read(agent.words.path(), agent.words.codeLines(5, 15)));
      agent.edit(agent.words.path(), agent.words.codeLines(1, 2), agent.words.codeLines(1, 3));
    });
    agent.shell('./release.sh 3.0.0', '==> build\n==> test\n==> publish\nreleased 3.0.0');
    agent.answer('Released.');
  },
};
