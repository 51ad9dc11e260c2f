/**
 * Two commit hooks rewrite the same file in opposite ways, so every commit is stopped with "files were modified". The
 * agent adds and commits again, at times formatting by hand in between.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

const HOOKS = [
  {
    extension: 'py',
    status: 'MM',
    prints: (agent: ScriptedAgent, file: string) =>
      `trim trailing whitespace.................................................Passed\ncheck yaml...........................................(no files to check)Skipped\nblack....................................................................Failed\n- hook id: black\n- files were modified by this hook\n\nreformatted ${file}\n\nAll done! ✨ 🍰 ✨\n1 file reformatted, 2 files left unchanged.\n\nisort....................................................................Failed\n- hook id: isort\n- duration: 0.${agent.between(10, 99)}s\n- files were modified by this hook\n\nFixing ${file}\n`,
    byHand: (file: string) => [
      [`black ${file}`, `reformatted ${file}\n\nAll done! ✨ 🍰 ✨\n1 file reformatted.`],
      [`isort ${file}`, `Fixing ${file}`],
    ],
  },
  {
    extension: 'ts',
    status: 'M ',
    prints: (agent: ScriptedAgent, file: string) =>
      `[STARTED] Backing up original state...\n[COMPLETED] Backed up original state in git stash (${agent.words.hex(8)})\n[STARTED] prettier --write\n[COMPLETED] prettier --write\n[STARTED] eslint --max-warnings=0\n[FAILED] eslint --max-warnings=0 [FAILED]\n[STARTED] Reverting to original state because of errors...\n\n✖ eslint --max-warnings=0:\n\n${file}\n  ${20 + file.length}:1  error  Expected indentation of 4 spaces but found 2  indent\n\n✖ 1 problem (1 error, 0 warnings)\n\nhusky - pre-commit script failed (code 1)`,
    byHand: (file: string) => [
      [`npx prettier --write ${file}`, `${file} 41ms`],
      [`npx eslint --fix ${file}`, ''],
    ],
  },
] as const;

export const hookRewrites: Family = {
  name: 's_hook_rewrites',
  what: 'commits, is stopped because hooks rewrote the file, adds and commits again, for ever',
  batch: 12,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const hook = agent.pick(HOOKS);
    const file = words.file().replace(/\.\w+$/, `.${hook.extension}`);
    const noun = words.noun();
    const message = `${agent.pick(['Fix', 'Add', 'Guard'])} the ${noun} ${words.noun()}`;
    agent.prompt(`Fix the ${noun} bug in ${file} and commit it.`);
    const [least, most] = agent.pick([
      [2, 9],
      [3, 9],
      [20, 45],
    ] as const);
    agent.warmUp(least, most);
    agent.edit(`${words.root}/${file}`, words.codeLines(1, 3), words.codeLines(1, 4));
    agent.loopBegins();
    agent.times(11, 17, () => {
      const add = agent.pick([`git add ${file}`, 'git add -A', 'git add -u']);
      const commit = `git commit -m "${agent.pick([message, message, `${message}.`, `${message} (formatted)`])}"`;
      const stopped = { text: hook.prints(agent, file), exit: 1 };
      if (agent.random.chance(0.35)) {
        const [command, printed] = agent.pick(hook.byHand(file)) as [string, string];
        agent.shell(command, printed, {
          saying: agent.pick(["I'll format it myself first.", '', 'Let me run the formatter.']),
        });
      }
      const saying = agent.pick([
        '',
        '',
        'The hook stopped it. Adding the file and committing again.',
        'Staging it again.',
        'Let me commit again.',
      ]);
      if (agent.random.chance(0.5)) agent.shell(`${add} && ${commit}`, stopped, { saying });
      else {
        agent.shell(add, '', { saying });
        agent.shell(commit, stopped, { saying: '' });
      }
      if (agent.random.chance(0.25))
        agent.shell('git status --short', `${hook.status} ${file}`, { saying: '' });
    });
  },
};
