import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

/** One and the same statement, worded in sixty-four ways. */
function wording(agent: ScriptedAgent, noun: string, other: string): string {
  return [
    agent.pick([
      `Returns the ${noun} of the given ${other}`,
      `Looks up which ${noun} belongs to a ${other}`,
      `Gets the ${noun} for a ${other}`,
      `Determines the ${noun} that the ${other} refers to`,
    ]),
    agent.pick([
      'or null when there is none',
      'and null if it cannot be found',
      '(null if absent)',
      'with null standing for "not found"',
    ]),
    agent.pick([
      'The result must not be changed.',
      'Callers may not modify what they get.',
      'Treat the returned value as read-only.',
      'What is returned is immutable.',
    ]),
  ].join(', ');
}

/** The first commit does what was asked; all others only reword it. */
export const polishedComment: Family = {
  name: 's_polished_comment',
  what: 'rewords the comment of one function over and over, runs the green tests, and commits an improvement',
  batch: 11,
  limit: 26,
  play(agent) {
    const path = agent.words.path();
    const [noun, other] = [agent.words.noun(), agent.words.noun()];
    const symbol = agent.words.symbol();
    const passed = agent.between(31, 240);
    agent.prompt(`Document ${symbol} in ${path} and commit.`);
    agent.read(path, agent.words.codeLines(14, 30));
    let text = 'Not documented yet.';
    agent.times(15, 22, (index) => {
      if (index === 1) agent.loopBegins();
      const next = wording(agent, noun, other);
      agent.edit(path, `/** ${text} */`, `/** ${next} */`);
      text = next;
      if (agent.random.chance(0.7))
        agent.shell(
          'npm test -- --reporter=dot',
          `Tests  ${passed} passed (${passed})\nStart at  ${agent.clock().slice(11, 19)}\nDuration  ${agent.between(2, 6)}.${agent.between(10, 99)}s`,
        );
      agent.shell(
        `git commit -qam "${agent.pick(['Improve', 'Clarify', 'Polish', 'Refine', 'Tidy'])} the documentation of ${symbol}" && git log -1 --oneline --stat`,
        `${agent.words.hex(7)} documentation of ${symbol}\n ${path.split('/').at(-1)} | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)`,
        {
          saying: agent.pick([
            'Much clearer now. I will commit this improvement.',
            'This reads considerably better than before.',
            'The documentation is now precise. One more pass will make it perfect.',
            'Good progress. Committing.',
          ]),
        },
      );
    });
  },
};
