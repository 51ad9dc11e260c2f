import type { Family } from '../family.ts';

const ROWS = 12;

export const terminalScreens: Family = {
  name: 'h_terminal_screens',
  what: 'works in a terminal of which it sees the last lines, so that each screen holds most of the one before',
  batch: 9,
  play(agent) {
    const prompt = `dev@${agent.words.project()}:~/app$ `;
    const lines: string[] = [];
    agent.prompt('Clean up the open branches: rebase each onto main, run its tests, push it.');
    const send = (typed: string, output: readonly string[], saying = '') => {
      lines.push(prompt + typed, ...output);
      const shown = [...lines, prompt].slice(-ROWS).join('\n');
      agent.call('terminal_send', { session: 'main', keys: `${typed}<Enter>` }, shown, { saying });
    };
    agent.times(7, 12, () => {
      const branch = `${agent.words.verb()}-${agent.words.noun()}`;
      const base = agent.words.hex(7);
      const tests = agent.between(80, 99);
      send(`git switch ${branch}`, [`Switched to branch '${branch}'`], 'The next branch.');
      send('git rebase main', [`Successfully rebased and updated refs/heads/${branch}.`]);
      if (agent.random.chance(0.4))
        send('git status', [`On branch ${branch}`, 'nothing to commit, working tree clean']);
      send('npm test --silent', [
        `Tests  ${tests} passed (${tests})`,
        `Duration  ${agent.between(11, 99) / 10}s`,
      ]);
      send(`git push --force-with-lease origin ${branch}`, [
        'To git.example:team/app.git',
        ` + ${base}...${agent.words.hex(7)} ${branch} -> ${branch} (forced update)`,
      ]);
      if (agent.random.chance(0.3)) {
        lines.length = 0;
        agent.call('terminal_send', { session: 'main', keys: 'clear<Enter>' }, prompt);
      }
    });
    agent.answer('All branches are rebased, tested and pushed.');
  },
};
