/**
 * A token may not do what is asked for; the agent tries other ways to say the same, and looks at its login.
 */
import type { Family } from '../../family.ts';

export const notAccessible: Family = {
  name: 's_not_accessible',
  what: 'labels an issue with a token that may not: by command, by address, by query, and looks at its login in between',
  batch: 25,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const repo = `acme/${words.project()}`;
    const issue = agent.between(40, 900);
    const denied = 'Resource not accessible by personal access token';
    agent.prompt(`Put the label "bug" on issue ${issue}.`);
    agent.warmUp(0, 3);
    agent.loopBegins();
    agent.times(22, 34, () => {
      const ways = [
        [`gh issue edit ${issue} --add-label bug`, `GraphQL: ${denied} (addLabelsToLabelable)`],
        [
          `gh api -X POST repos/${repo}/issues/${issue}/labels -f "labels[]=bug"`,
          `gh: ${denied} (HTTP 403)`,
        ],
        [
          `gh api graphql -f query='mutation { addLabelsToLabelable(input: {}) { clientMutationId } }'`,
          `gh: ${denied}`,
        ],
        [
          `gh issue edit ${issue} --repo ${repo} --add-label "bug"`,
          `GraphQL: ${denied} (addLabelsToLabelable)`,
        ],
      ] as const;
      if (agent.random.chance(0.25))
        agent.shell(
          'gh auth status',
          `github.com\n  ✓ Logged in to github.com account ci-bot (GITHUB_TOKEN)\n  - Token: github_pat_***`,
        );
      else {
        const [command, text] = agent.pick(ways);
        agent.shell(
          command,
          { text, exit: 1 },
          { saying: agent.pick(['', 'Another way.', 'Let me use the API.']) },
        );
      }
    });
  },
};
