/**
 * An agent that plans, notes, remembers and echoes, and touches nothing of the work.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

const THOUGHTS = [
  'understand the structure first',
  'be careful with the edge cases',
  'start with the smallest change',
  'keep the interface stable',
  'write the test before the code',
  'clarify what done means',
];

const ACTS: readonly ((agent: ScriptedAgent) => void)[] = [
  (agent) =>
    agent.shell(
      agent.pick([
        `true # ${agent.pick(THOUGHTS)}`,
        `: ${agent.pick(THOUGHTS)}`,
        `echo "${agent.pick(THOUGHTS)}" > /dev/null`,
      ]),
      '',
    ),
  (agent) => {
    const thought = agent.pick(THOUGHTS);
    agent.shell(`echo "Thinking: ${thought}"`, `Thinking: ${thought}`);
  },
  (agent) =>
    agent.call(
      'save_memory',
      { fact: `Remember to ${agent.pick(THOUGHTS)}.` },
      { success: true, message: 'Okay, I have remembered that.' },
    ),
  (agent) =>
    agent.call(
      'update_plan',
      {
        plan: Array.from({ length: agent.between(3, 5) }, () => ({
          step: agent.pick(THOUGHTS),
          status: 'pending',
        })),
      },
      'Plan updated',
    ),
  (agent) =>
    agent.write(
      `${agent.words.root}/NOTES.md`,
      `# Notes\n\n- ${agent.pick(THOUGHTS)}\n- ${agent.pick(THOUGHTS)}`,
    ),
];

export const busyWithNotes: Family = {
  name: 's_busy_with_notes',
  what: 'plans, takes notes and echoes its thoughts for ever',
  batch: 13,
  limit: 16,
  play(agent) {
    agent.prompt(`Add ${agent.words.noun()} limits to the ${agent.words.noun()} service.`);
    agent.warmUp(0, 6);
    agent.loopBegins();
    const some = [agent.pick(ACTS), agent.pick(ACTS), agent.pick(ACTS)];
    agent.times(24, 36, () => agent.pick(some)(agent));
  },
};
