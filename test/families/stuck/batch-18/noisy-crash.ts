/**
 * After honest work a program crashes at its start, always alike; addresses, process ids, clocks and temporary folders differ.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Crash = (agent: ScriptedAgent) => readonly [string, () => string, number];

const goPanic: Crash = (agent) => {
  const { words } = agent;
  const variable = `${words.noun()}_${words.noun()}`.toUpperCase();
  return [
    'go run ./cmd/server',
    () =>
      `${agent.clock()} INF starting pid=${agent.between(900, 98_000)} build=/tmp/go-build${agent.between(1e8, 4e9)}/b001/exe/server\npanic: config: ${variable} is not set\n\ngoroutine 1 [running]:\nmain.mustEnv(...)\n\t${words.root}/cmd/server/main.go:41\nmain.main()\n\t${words.root}/cmd/server/main.go:19 +0x${words.hex(3)} fp=0xc000${words.hex(6)}\nexit status 2`,
    1,
  ];
};

const pythonTraceback: Crash = (agent) => {
  const { words } = agent;
  const table = `${words.noun()}_${words.noun()}`;
  return [
    'python manage.py runworker --once',
    () =>
      `[${agent.clock().replace('T', ' ').slice(0, 23)}] worker-${words.hex(6)} picked <Job object at 0x7f${words.hex(10)}>\nTraceback (most recent call last):\n  File "${words.root}/worker/run.py", line 88, in execute\n    self.store.load(job)\nsqlalchemy.exc.ProgrammingError: relation "${table}" does not exist\n(Background on this error at: https://sqlalche.example/e/20/f405)\nheap ${agent.between(110, 420)}.${agent.between(0, 9)} MB, took ${agent.between(180, 990)} ms`,
    1,
  ];
};

const missingBrowser: Crash = (agent) => {
  const { words } = agent;
  const revision = agent.between(1140, 1190);
  return [
    'npm run e2e -- --workers=1',
    () =>
      `Running 1 test using 1 worker\n\n  1) [chromium] › checkout.spec.ts:12:5 › pays by card (${agent.between(4, 90)}ms)\n\n    Error: browserType.launch: Executable doesn't exist at /opt/browsers/chromium-${revision}/chrome-linux/chrome\n\n    attachment #1: trace (application/zip)\n    /tmp/pw-${words.opaque(8)}/trace.zip\n\n  1 failed (${agent.between(11, 49) / 10}s)`,
    1,
  ];
};

export const noisyCrash: Family = {
  name: 's_noisy_crash',
  what: 'after much honest work, starts a program again and again that crashes alike; ids, clocks and temporary paths differ',
  batch: 18,
  limit: 8,
  play(agent) {
    const [command, crash, exit] = agent.pick([goPanic, pythonTraceback, missingBrowser])(agent);
    agent.prompt(`Add ${agent.words.noun()} limits and make sure that everything still starts.`);
    agent.warmUp(12, 40);
    agent.loopBegins();
    agent.times(18, 28, () => {
      const saying = agent.pick(['', '', 'Let me run it again.', 'Once more.', 'Retrying now.']);
      agent.shell(command, { text: crash(), exit }, { saying, tookMs: agent.between(700, 9000) });
    });
  },
};
