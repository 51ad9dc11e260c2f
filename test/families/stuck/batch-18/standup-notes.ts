/**
 * Reports on work that is about to begin: a to-do list in other words, a paragraph in the notes, a comment on the issue, and round again.
 */
import type { Family } from '../../family.ts';
import { planExchange } from '../../lookup-manner.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const VERBS = ['Review', 'Map out', 'Prepare', 'Align on', 'Scope', 'Outline', 'Clarify', 'Detail'];
const PHASES = ['discovery', 'groundwork', 'preparation', 'alignment', 'planning', 'kick-off'];

function step(agent: ScriptedAgent, topic: string): string {
  const what = agent.pick([
    `the ${topic}`,
    `how the ${topic} are called today`,
    `the order in which the ${topic} move`,
    `risks of moving the ${topic}`,
    `tests for the ${topic}`,
  ]);
  return `${agent.pick(VERBS)} ${what}`;
}

function status(agent: ScriptedAgent, topic: string): string {
  return [
    agent.pick(['Status:', 'Update:', 'Where we are:', 'Progress:']),
    agent.pick([
      `${agent.pick(PHASES)} for the ${topic} is under way.`,
      `the ${topic} are next.`,
      `about to start with the ${topic}.`,
      `the approach for the ${topic} is settled.`,
    ]),
    agent.pick(['Next:', 'Up next:', 'Then:']),
    `${step(agent, topic).toLowerCase()}.`,
  ].join(' ');
}

export const standupNotes: Family = {
  name: 's_standup_notes',
  what: 'rewrites its to-do list, adds to its notes and comments on the issue in turn, and never touches the work',
  batch: 18,
  limit: 15,
  play(agent) {
    const { words, manner } = agent;
    const topic = `${words.noun()} ${agent.pick(['cron jobs', 'webhooks', 'templates', 'queries'])}`;
    const issue = agent.between(40, 2800);
    const notes = agent.pick(['NOTES.md', 'docs/progress.md', '.agent/journal.md']);
    agent.prompt(`Move the ${topic} to the new scheduler (#${issue}). Keep notes as you go.`);
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(26, 38, () => {
      const act = agent.between(0, 9);
      if (act < 5) {
        const at = agent.between(0, 3);
        const steps = Array.from({ length: agent.between(4, 7) }, (_, index) => ({
          step: step(agent, topic),
          status: index === at ? ('in_progress' as const) : ('pending' as const),
        }));
        agent.together([planExchange(manner, steps)]);
      } else if (act < 8) {
        agent.shell(`cat >> ${notes} <<'EOF'\n${status(agent, topic)}\nEOF`, '');
      } else {
        agent.shell(
          `gh issue comment ${issue} --body "${status(agent, topic)}"`,
          `https://github.com/acme/${words.project()}/issues/${issue}#issuecomment-${agent.between(2e9, 3e9)}`,
        );
      }
    });
  },
};
