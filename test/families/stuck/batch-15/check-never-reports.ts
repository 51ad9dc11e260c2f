/**
 * A required check whose app was uninstalled: the pull request waits for a status that nobody will send.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface PullRequest {
  readonly number: number;
  readonly check: string;
  sha: string;
}

const ACTS: readonly ((agent: ScriptedAgent, pr: PullRequest) => readonly [string, string])[] = [
  (agent, { number, check }) => [
    `gh pr checks ${number}`,
    `${check}\tpending\t0\t\t\nlint\tpass\t${agent.between(31, 59)}s\thttps://github.com/acme/x/actions/runs/${agent.between(1e9, 9e9)}\nunit\tpass\t${agent.between(2, 4)}m${agent.between(10, 59)}s\thttps://github.com/acme/x/actions/runs/${agent.between(1e9, 9e9)}`,
  ],
  (_, { number }) => [
    `gh pr view ${number} --json mergeStateStatus,mergeable,reviewDecision`,
    '{"mergeStateStatus":"BLOCKED","mergeable":"MERGEABLE","reviewDecision":"APPROVED"}',
  ],
  (agent, pr) => {
    const before = pr.sha;
    Object.assign(pr, { sha: agent.words.hex(7) });
    return [
      `git commit --allow-empty -m "${agent.pick(['Trigger checks', 'chore: retrigger CI', 'Kick the checks', 'ci: nudge'])}" && git push`,
      `[feature ${pr.sha}] \nTo github.com:acme/x.git\n   ${before}..${pr.sha}  feature -> feature`,
    ];
  },
  (agent, { sha, check }) => [
    `gh api repos/acme/x/commits/${sha}/check-runs --jq '.check_runs[] | [.name,.status,.conclusion] | @tsv'`,
    agent.pick([
      'lint\tcompleted\tsuccess\nunit\tcompleted\tsuccess',
      'unit\tcompleted\tsuccess\nlint\tcompleted\tsuccess',
    ]) + (agent.random.chance(0.2) ? `\n# ${check} not listed` : ''),
  ],
  (_, { number, check }) => [
    `gh pr merge ${number} --squash --auto`,
    `! Pull request acme/x#${number} is not mergeable: the base branch policy requires "${check}" (Expected — Waiting for status to be reported).`,
  ],
  (agent) => {
    const run = agent.between(1e9, 9e9);
    return [`gh run rerun ${run}`, `✓ Requested rerun of run ${run}`];
  },
  (agent, { number }) => [
    `gh pr comment ${number} --body "${agent.pick(['/recheck', '@ci-bot run', 'recheck please', '/retest', '/test all'])}"`,
    `https://github.com/acme/x/pull/${number}#issuecomment-${agent.between(1e9, 3e9)}`,
  ],
  (agent) => {
    const seconds = agent.pick([30, 60, 90, 120]);
    return [`sleep ${seconds}`, ''];
  },
];

export const checkNeverReports: Family = {
  name: 's_check_never_reports',
  what: 'nudges a pull request whose required check no app will ever report',
  batch: 15,
  limit: 24,
  play(agent) {
    const { words } = agent;
    const pr: PullRequest = {
      number: agent.between(100, 4999),
      check: agent.pick([
        'license/cla',
        'codecov/patch',
        'ci/circleci: build',
        'security/snyk',
        'buildkite/x',
      ]),
      sha: words.hex(7),
    };
    agent.prompt(
      `Finish the change on this branch, open a pull request and merge it once everything is green.`,
    );
    agent.warmUp(6, 13);
    agent.shell(
      'gh pr create --fill',
      `Creating pull request for feature into main in acme/x\n\nhttps://github.com/acme/x/pull/${pr.number}`,
    );
    agent.rest(agent.between(60_000, 240_000));
    agent.loopBegins();
    agent.times(34, 48, () => {
      const [command, text] = agent.pick(ACTS)(agent, pr);
      const waits = command.startsWith('sleep') ? Number(command.slice(6)) * 1000 : 0;
      agent.shell(
        command,
        { text, exit: text.startsWith('!') ? 1 : 0 },
        {
          saying: musing(agent, pr.check),
          tookMs: waits + agent.between(400, 2500),
        },
      );
    });
  },
};
