/**
 * A key was committed once; the history is rewritten again and again, while the scan finds it in a ref that nobody can rewrite.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const leakInPullRefs: Family = {
  name: 's_leak_in_pull_refs',
  what: 'rewrites history over and over while a scan keeps finding the key in a ref that only the host can remove',
  batch: 17,
  limit: 22,
  play(agent) {
    const { words } = agent;
    const file = `config/${words.noun()}.${agent.pick(['env', 'yaml', 'json'])}`;
    const subject = words.sentence();
    const pull = agent.between(11, 900);
    const rule = agent.pick([
      'aws-access-token',
      'stripe-secret-key',
      'generic-api-key',
      'private-key',
    ]);
    const ways = [
      () => `git filter-repo --invert-paths --path ${file} --force`,
      () => `bfg --delete-files ${file.slice(7)} --no-blob-protection .`,
      () =>
        `git filter-branch --force --index-filter 'git rm --cached --ignore-unmatch ${file}' --prune-empty --tag-name-filter cat -- --all`,
      () => `git filter-repo --replace-text ../${words.noun()}.txt --force`,
    ];
    agent.prompt(
      `The scanner reports a ${rule} in our history. It is revoked; clean the repository until the scan is empty.`,
    );
    agent.warmUp(3, 8);
    agent.loopBegins();
    agent.times(9, 13, () => {
      const commits = agent.between(2400, 2404);
      agent.shell(
        agent.pick(ways)(),
        `Parsed ${commits} commits\nNew history written in ${agent.between(100, 900) / 100} seconds; now repacking/cleaning...\nHEAD is now at ${words.hex(7)} ${subject}\nCompletely finished after ${agent.between(200, 1900) / 100} seconds.`,
        { saying: musing(agent, 'history'), tookMs: agent.between(3000, 30_000) },
      );
      if (agent.random.chance(0.5))
        agent.shell(
          'git reflog expire --expire=now --all && git gc --prune=now --aggressive',
          `Enumerating objects: ${agent.between(18_000, 18_400)}, done.\nTotal ${agent.between(18_000, 18_400)} (delta ${agent.between(9000, 9400)}), reused 0 (delta 0)`,
        );
      agent.shell(
        agent.pick([
          'git push --force --all',
          'git push origin --force --mirror',
          'git push --force --all && git push --force --tags',
        ]),
        {
          text: `To github.com:acme/x.git\n + ${words.hex(7)}...${words.hex(7)} main -> main (forced update)\n ! [remote rejected] refs/pull/${pull}/head -> refs/pull/${pull}/head (deny updating a hidden ref)`,
          exit: agent.pick([0, 1]),
        },
        { saying: musing(agent, 'push') },
      );
      agent.shell(
        agent.pick([
          'gitleaks git . --log-opts="--all"',
          'make secret-scan',
          'gitleaks detect --redact -v',
        ]),
        {
          text: `Finding:     REDACTED\nRuleID:      ${rule}\nFile:        ${file}\nCommit:      ${words.hex(40)}\nRef:         refs/pull/${pull}/head\n\n${agent.clock().slice(11, 16)} INF ${commits} commits scanned.\n${agent.clock().slice(11, 16)} WRN leaks found: 1`,
          exit: 1,
        },
        { saying: musing(agent, 'scan'), tookMs: agent.between(2000, 20_000) },
      );
    });
  },
};
