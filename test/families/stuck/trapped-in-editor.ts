import type { Family } from '../family.ts';

const ROWS = 10;

/** An editor in insert mode: whatever is typed becomes text, and the screen is another one each time. */
export const trappedInEditor: Family = {
  name: 's_trapped_in_editor',
  what: 'types commands into a terminal in which an editor is open, which takes them for text',
  batch: 9,
  limit: 18,
  play(agent) {
    const branch = `${agent.words.verb()}-${agent.words.noun()}`;
    agent.prompt(`Squash the commits of ${branch} and push it.`);
    const lines = [
      ...Array.from(
        { length: 4 },
        () => `pick ${agent.words.hex(7)} ${agent.words.verb()} ${agent.words.noun()}`,
      ),
      '',
      `# Rebase ${agent.words.hex(7)}..${agent.words.hex(7)} onto ${agent.words.hex(7)} (4 commands)`,
    ];
    const screen = () => {
      const shown = lines.slice(-ROWS);
      while (shown.length < ROWS) shown.push('~');
      const column = (lines.at(-1) ?? '').length + 1;
      return `${shown.join('\n')}\n-- INSERT --${' '.repeat(40)}${lines.length},${column}${' '.repeat(9)}Bot`;
    };
    agent.call('terminal_send', { session: 'main', keys: `git rebase -i main<Enter>i` }, screen());
    agent.loopBegins();
    agent.times(30, 46, () => {
      const typed = agent.pick([
        'git status',
        'exit',
        ':q',
        'q',
        'clear',
        `git push --force-with-lease origin ${branch}`,
        'git rebase --continue',
        'ls -la',
        ':wq',
        'pwd',
        'reset',
      ]);
      lines[lines.length - 1] += typed;
      lines.push('');
      agent.call('terminal_send', { session: 'main', keys: `${typed}<Enter>` }, screen(), {
        saying: agent.pick([
          '',
          'The terminal shows something else. Let me check where we are.',
          'It seems the command was not executed; trying another one.',
          'Let me get back to the prompt.',
        ]),
      });
    });
  },
};
