/**
 * The stored snapshot holds the time of its making: each acceptance is followed by a red test with another time in it.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';
import { type Runner, runnerOf, testCommand, testReport } from '../../test-report.ts';

const ACCEPTS: Readonly<Record<Runner, (target: string) => string>> = {
  pytest: (target) => `python -m pytest ${target} --snapshot-update -q`,
  vitest: (target) => `npx vitest run ${target} -u`,
  cargo: () => 'cargo insta test --accept',
  go: (target) => `go test ./${target} -update`,
  gradle: (target) => `./gradlew test --tests '${target}' -Dsnapshot.update=true`,
};

/** What the page shows of the moment it was made in. */
function stamp(agent: ScriptedAgent): string {
  return `generated ${agent.clock().slice(0, 19)} · ref ${agent.words.hex(6)}`;
}

export const snapshotOfNow: Family = {
  name: 's_snapshot_of_now',
  what: 'accepts a snapshot that holds the time of its making, and finds it outdated at the next run',
  batch: 17,
  limit: 20,
  play(agent) {
    const { words, manner } = agent;
    const runner = runnerOf(agent);
    const target = words.file().replace('src', 'tests');
    const path = `${words.root}/${target.replace(/\.\w+$/, '.snap')}`;
    const name = `renders the ${words.noun()} page`;
    const passed = agent.between(6, 40);
    let stored = stamp(agent);
    const test = () => {
      const failure = {
        test: name,
        at: `${target}:${agent.between(18, 19)}`,
        message: `snapshot does not match\n- <footer>${stored}</footer>\n+ <footer>${stamp(agent)}</footer>`,
      };
      agent.shell(
        agent.pick([testCommand(runner, target), testCommand(runner, target, words.symbol())]),
        testReport(agent, runner, { passed, failures: [failure] }),
        { saying: musing(agent, 'snapshot'), tookMs: agent.between(1500, 20_000) },
      );
    };
    agent.prompt(`The redesign of the ${words.noun()} page is in. Get its tests green again.`);
    agent.warmUp(4, 9);
    test();
    agent.loopBegins();
    agent.times(12, 17, () => {
      if (agent.random.chance(0.35)) agent.read(path, `<footer>${stored}</footer>`);
      if (agent.random.chance(0.3))
        agent.together([editExchange(manner, path, stored, stamp(agent))], {
          saying: musing(agent, 'footer'),
        });
      stored = stamp(agent);
      agent.shell(
        ACCEPTS[runner](target),
        `1 snapshot updated, ${passed} unchanged. Done in ${agent.between(80, 900) / 100}s`,
        { saying: musing(agent, 'snapshot') },
      );
      agent.rest(agent.between(1000, 9000));
      test();
    });
    agent.answer('The snapshots are updated.');
  },
};
