/**
 * A test that is green alone and red after others: half of the others is run before it, again and again.
 */
import type { Family } from '../../family.ts';

export const polluterFound: Family = {
  name: 'h_polluter_found',
  what: 'runs ever fewer test files before one that is red only after some of them, until a single one is left',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const victim = `tests/test_${words.noun()}_${words.noun()}.py`;
    const bare = agent.random.chance(0.5);
    const message = `AssertionError: assert ${agent.between(1, 9)} == ${agent.between(10, 40)}`;
    let suspects = [
      ...new Set(
        Array.from(
          { length: agent.between(40, 120) },
          () => `tests/test_${words.verb()}_${words.noun()}.py`,
        ),
      ),
    ];
    const polluter = agent.pick(suspects);
    const run = (before: readonly string[]) => {
      const red = before.includes(polluter);
      const seconds = 2 + before.length * 2;
      const files = before.length > 6 ? '$(cat /tmp/before.txt)' : before.join(' ');
      if (before.length > 6) {
        agent.shell(`cat > /tmp/before.txt <<'EOF'\n${before.join('\n')}\nEOF`, '');
      }
      const end = `${red ? '1 failed, ' : ''}${before.length * 7 + (red ? 0 : 1)} passed in ${seconds}.${agent.between(10, 99)}s`;
      agent.shell(
        `python -m pytest -q -p no:randomly ${files} ${victim}${bare ? ' | tail -1' : ''}`,
        {
          text: bare || !red ? end : `FAILED ${victim} - ${message}\n${end}`,
          exit: red && !bare ? 1 : 0,
          seconds,
        },
        {
          tookMs: seconds * 1000,
          saying: agent.pick(['', red ? 'It is in this half.' : 'Not in this half.']),
        },
      );
    };
    agent.prompt(`${victim} is red in the full suite and green alone. Find what spoils it.`);
    agent.warmUp(1, 5);
    agent.times(2, 4, () => run([]));
    while (suspects.length > 1) {
      const half = suspects.slice(0, Math.ceil(suspects.length / 2));
      run(half);
      if (agent.random.chance(0.35)) run(half);
      const red = half.includes(polluter);
      suspects = red ? half : suspects.slice(half.length);
    }
    run([polluter]);
    agent.read(`${words.root}/${polluter}`, words.codeLines(6, 20));
    agent.edit(`${words.root}/${polluter}`, words.codeLines(1, 2), words.codeLines(2, 4));
    agent.times(1, 3, () =>
      agent.shell(`python -m pytest -q ${polluter} ${victim} | tail -1`, '8 passed'),
    );
    agent.answer(`${polluter} left a patched ${words.noun()} behind; it cleans up now.`);
  },
};
