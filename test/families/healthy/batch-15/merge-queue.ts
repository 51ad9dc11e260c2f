/**
 * A busy merge queue: the place falls, once the group is thrown out and enters anew, and in the end it is merged.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Entry {
  readonly number: number;
  readonly check: string;
  readonly place: number;
  readonly state: string;
}

function lookAtQueue(agent: ScriptedAgent, { number, check, place, state }: Entry): void {
  const act = agent.between(0, 3);
  const eta = place * agent.between(3, 6);
  if (act === 0)
    agent.shell(
      `gh pr view ${number} --json mergeStateStatus,isInMergeQueue,mergeQueueEntry`,
      JSON.stringify({
        mergeStateStatus: 'BLOCKED',
        isInMergeQueue: true,
        mergeQueueEntry: { position: place, state, estimatedTimeToMerge: eta * 60 },
      }),
      { saying: musing(agent, 'merge queue') },
    );
  else if (act === 1)
    agent.shell(
      `gh pr checks ${number}`,
      `${check}\tpending\tabout ${eta} min left\nlint\tpass\t${agent.between(31, 59)}s\nunit\tpass\t2m${agent.between(10, 59)}s`,
      { saying: musing(agent, check) },
    );
  else
    agent.shell(
      `gh api graphql -f query='{repository(owner:"acme",name:"x"){mergeQueue{entries(first:20){nodes{position pullRequest{number}}}}}}' --jq '.data.repository.mergeQueue.entries.nodes[]|[.position,.pullRequest.number]|@tsv'`,
      Array.from(
        { length: place },
        (_, index) => `${index + 1}\t${index + 1 === place ? number : number - place * 3 + index}`,
      ).join('\n'),
      { saying: musing(agent, 'queue') },
    );
  if (act < 3) {
    const seconds = agent.pick([60, 120, 180, 240]);
    agent.shell(`sleep ${seconds}`, '', { tookMs: seconds * 1000 });
  }
}

export const mergeQueue: Family = {
  name: 'h_merge_queue',
  what: 'watches a pull request move up a merge queue, is thrown out once, and sees it merged',
  batch: 15,
  play(agent) {
    const { words } = agent;
    const number = agent.between(100, 4999);
    const check = agent.pick([
      'merge-group / e2e',
      'bors',
      'queue / integration',
      'buildkite/merge',
    ]);
    const look = (place: number, state: string) =>
      lookAtQueue(agent, { number, check, place, state });
    agent.prompt(
      'Finish the change on this branch, open a pull request and see it through the merge queue.',
    );
    agent.warmUp(5, 10);
    agent.shell('gh pr create --fill', `https://github.com/acme/x/pull/${number}`);
    agent.shell(
      `gh pr merge ${number} --squash --auto`,
      `✓ Pull request #${number} will be added to the merge queue for main when ready`,
    );
    let place = agent.between(8, 11);
    while (place > 3) {
      look(place, 'QUEUED');
      place -= agent.between(0, 2);
    }
    agent.shell(
      `gh pr view ${number} --comments | tail -5`,
      `github-merge-queue bot: removed from the queue: #${number - 7} in the same group failed ${check}`,
    );
    agent.shell(
      `gh run view ${agent.between(1e9, 9e9)} --log-failed | tail -20`,
      words.codeLines(6, 14),
    );
    agent.shell(
      `gh pr merge ${number} --squash --auto`,
      `✓ Pull request #${number} was added to the merge queue`,
    );
    for (let rest = agent.between(4, 6); rest > 0; rest -= 1)
      look(rest, rest === 1 ? 'AWAITING_CHECKS' : 'QUEUED');
    agent.shell(
      `gh pr view ${number} --json state,mergeCommit`,
      JSON.stringify({ state: 'MERGED', mergeCommit: { oid: words.hex(40) } }),
    );
    agent.answer(`Merged as #${number}.`);
  },
};
