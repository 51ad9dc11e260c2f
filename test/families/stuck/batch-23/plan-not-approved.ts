import type { Manner } from '../../client-manner.ts';
/**
 * Nobody is there to approve the plan; the agent looks at the code a little and hands in the same plan again.
 */
import type { Family } from '../../family.ts';

const TOOLS: Readonly<Record<Manner, readonly [string, string]>> = {
  claude: ['ExitPlanMode', 'plan'],
  codex: ['request_approval', 'plan'],
  gemini: ['exit_plan_mode', 'plan'],
  opencode: ['plan_exit', 'plan'],
  custom: ['submit_plan', 'plan'],
};

export const planNotApproved: Family = {
  name: 's_plan_not_approved',
  what: 'hands in a plan, is not given leave, looks at a file or two, and hands in the plan in other words',
  batch: 23,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const [tool, argument] = TOOLS[agent.manner];
    const goal = `${words.verb()} the ${words.noun()}s`;
    const files = Array.from({ length: agent.between(2, 4) }, () => {
      const path = words.path();
      return { path, text: words.codeLines(6, 20) };
    });
    const no = agent.pick([
      "The user doesn't want to proceed with this tool use. The tool use was rejected. You are still in plan mode.",
      'Plan not approved: no reviewer is connected to this session.',
      '{"approved":false,"reason":"approval timed out","mode":"plan"}',
    ]);
    const steps = [
      `Read ${files[0]?.path ?? ''} and note what it exports.`,
      `Extract ${words.symbol()} into a module of its own.`,
      `Call it from ${words.file()} where we ${goal}.`,
      'Cover it with tests and run them.',
      'Update the documentation.',
    ];
    const waits = agent.random.chance(0.5);
    agent.prompt(`Plan and implement: ${goal} in batches.`);
    agent.warmUp(2, 6);
    agent.loopBegins();
    agent.times(13, 20, () => {
      if (agent.random.chance(0.45)) {
        const { path, text } = agent.pick(files);
        agent.read(path, text, { saying: agent.pick(['', 'Refining the plan.']) });
      }
      const shown = agent.shuffled(steps).slice(0, agent.between(3, 5));
      const plan = `## ${agent.pick(['Plan', 'Proposed plan', 'Revised plan', 'Implementation'])}\n\n${shown.map((step, index) => `${index + 1}. ${step}`).join('\n')}`;
      agent.call(tool, { [argument]: plan }, no, {
        failed: agent.manner === 'claude',
        tookMs: waits ? agent.between(50_000, 61_000) : agent.between(100, 900),
        saying: agent.pick(['', 'Here is the plan.', 'The plan is ready for approval.']),
      });
    });
  },
};
