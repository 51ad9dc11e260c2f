/**
 * The notes of a release are written from its pull requests: each is looked at, labelled and put into a line.
 */
import type { Family } from '../../family.ts';

export const releaseNotes: Family = {
  name: 'h_release_notes',
  what: 'looks at one merged pull request after the other, labels it and writes a line about it into the release notes',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const count = agent.between(20, 34);
    const version = `${agent.between(1, 9)}.${agent.between(1, 30)}.0`;
    let number = agent.between(200, 6000);
    const pulls = Array.from({ length: count }, () => {
      number += agent.between(1, 9);
      return { number, title: `${words.verb()} the ${words.noun()} ${words.noun()}` };
    });
    agent.prompt(
      `Write the release notes of ${version} from the ${count} pull requests of its milestone, and label each.`,
    );
    agent.shell(
      `gh pr list --state merged --search "milestone:${version}" --json number,title`,
      JSON.stringify(pulls),
    );
    agent.write(`${words.root}/docs/release-${version}.md`, `# ${version}\n\n## Changes\n`);
    let above = '## Changes';
    for (const pull of pulls) {
      const kind = agent.pick(['fix', 'fix', 'feature', 'chore', 'chore', 'docs']);
      agent.shell(
        `gh pr view ${pull.number} --json title,body,author`,
        JSON.stringify({
          author: { login: words.person().split(' ')[0] },
          body: agent.random.chance(0.3) ? '' : words.prose(1, 3),
          title: pull.title,
        }),
      );
      agent.shell(
        `gh pr edit ${pull.number} --add-label ${kind}`,
        `https://github.com/acme/${words.project()}/pull/${pull.number}`,
      );
      if (kind === 'chore') continue;
      const line = `- ${pull.title} (#${pull.number})`;
      agent.edit(`${words.root}/docs/release-${version}.md`, above, `${above}\n${line}`);
      above = line;
    }
    agent.answer(
      `The notes of ${version} are written and all ${count} pull requests are labelled.`,
    );
  },
};
