/**
 * Several linters one after the other: each is run, its findings are mended in a few edits, it's run again, and so on
 * until it has nothing to say; then comes the next one, and at the end the commit with all hooks.
 */
import type { Family } from '../family.ts';

const TOOLS = {
  ts: [
    ['npx eslint src --max-warnings=0', 'no-unused-vars prefer-const eqeqeq no-shadow curly'],
    ['npx tsc --noEmit', 'TS2322 TS2345 TS7006 TS18048 TS2531'],
    ['npx stylelint "src/**/*.css"', 'color-named selector-max-id shorthand-property'],
    ['npx markdownlint docs', 'MD013 MD024 MD033 MD040'],
    ['npx knip', 'unused-export unused-file unlisted'],
  ],
  py: [
    ['ruff check .', 'F401 E711 B006 SIM108 UP007'],
    ['mypy src', 'arg-type return-value union-attr no-untyped-def'],
    ['bandit -r src -q', 'B101 B311 B603 B608'],
    ['pylint src --score=n', 'W0613 R0913 C0116 R1705'],
    ['yamllint .', 'line-length truthy indentation'],
  ],
} as const;

export const lintersInTurn: Family = {
  name: 'h_linters_in_turn',
  what: 'runs one linter after the other, mends what each finds, and runs it again until it is content',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const language = agent.pick(['ts', 'py'] as const);
    const file = () => words.file().replace(/\.\w+$/, `.${language}`);
    const linters = TOOLS[language].slice(0, agent.between(3, 5));
    agent.prompt(
      `Make these pass, in this order, without switching rules off: ${linters.map(([command]) => command).join('; ')}. Then commit.`,
    );
    for (const [command, rules] of linters) {
      let left = Array.from(
        { length: agent.between(5, 14) },
        () =>
          `${file()}:${agent.between(1, 400)}:${agent.between(1, 60)}: ${agent.pick(rules.split(' '))} '${words.symbol()}'`,
      );
      while (left.length > 0) {
        agent.shell(command, {
          text: `${left.join('\n')}\n\nFound ${left.length} problem${left.length === 1 ? '' : 's'}.`,
          exit: 1,
        });
        const mended = agent.between(1, Math.min(4, left.length));
        for (const problem of left.slice(0, mended)) {
          const path = `${words.root}/${problem.split(':')[0]}`;
          if (agent.random.chance(0.2)) agent.read(path, words.codeLines(8, 20));
          agent.edit(path, words.codeLines(1, 2), words.codeLines(1, 3));
        }
        // A mend that doesn't help is seen at the next run.
        left = agent.random.chance(0.15) ? left.slice(mended - 1) : left.slice(mended);
      }
      agent.shell(command, agent.pick(['', 'All checks passed!', 'Success: no issues found']), {
        saying: agent.pick(['', 'Clean. On to the next one.']),
      });
    }
    agent.shell('git commit -qam "Make the linters content" && git status --short', '');
    agent.answer(`${linters.length} linters pass, and it is committed.`);
  },
};
