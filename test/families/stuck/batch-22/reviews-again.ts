/**
 * A review has been posted and nothing was pushed since; the agent gets the same diff and posts its remarks again in other words.
 */
import type { Family } from '../../family.ts';

const REMARKS: readonly ((symbol: string) => string)[] = [
  (symbol) => `${symbol} does not check its argument for null. Please add a guard.`,
  (symbol) => `Consider handling the missing value in ${symbol}; it may be null here.`,
  (symbol) => `Potential null dereference: ${symbol} uses its argument unchecked.`,
  (symbol) => `nit: I would guard against null at the top of ${symbol}.`,
  (symbol) => `This will throw when the argument of ${symbol} is null.`,
  (symbol) => `A null check is missing in ${symbol}. Otherwise this looks good to me.`,
];

export const reviewsAgain: Family = {
  name: 's_reviews_again',
  what: 'reviews a pull request to which nothing was pushed over and over and posts the same remark in other words',
  batch: 22,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const [number, symbol, file] = [agent.between(40, 9000), words.symbol(), words.file()];
    const head = words.hex(40);
    const diff = `diff --git a/${file} b/${file}\nindex ${words.hex(7)}..${words.hex(7)} 100644\n@@ -10,4 +10,9 @@\n${words.codeLines(3, 8)}\n+export function ${symbol}(value) {\n+${words.code()}`;
    const byTool = agent.random.chance(0.5);
    agent.prompt(`Review pull request #${number}.`);
    agent.warmUp(0, 4);
    agent.loopBegins();
    agent.times(12, 17, () => {
      const body = agent.pick(REMARKS)(symbol);
      const looks = agent.random.chance(0.4);
      if (byTool) {
        if (looks)
          agent.call(
            'get_pull_request',
            { number },
            { number, state: 'open', head: { sha: head }, review_comments: agent.between(1, 30) },
          );
        agent.call('get_pull_request_diff', { number }, diff);
        agent.call(
          'create_review_comment',
          { number, path: file, line: 12, body },
          {
            id: agent.between(1e9, 2e9),
            created_at: agent.clock(),
            url: `https://git.acme.dev/pr/${number}#r${agent.between(1e6, 9e6)}`,
          },
          {
            saying: agent.pick([
              '',
              'Posting the review.',
              'I found an issue.',
              'Adding my remark.',
            ]),
          },
        );
      } else {
        if (looks)
          agent.shell(
            `gh pr view ${number} --json headRefOid,state`,
            JSON.stringify({ headRefOid: head, state: 'OPEN' }),
          );
        agent.shell(`gh pr diff ${number}`, diff);
        agent.shell(
          `gh pr review ${number} --comment -b "${body}"`,
          `https://github.com/acme/${words.project()}/pull/${number}#pullrequestreview-${agent.between(1e9, 2e9)}`,
        );
      }
    });
  },
};
