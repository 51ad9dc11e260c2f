/**
 * The plan is written anew, in other words and another order, and nothing on it is ever done.
 */
import type { Family } from '../../family.ts';
import { planExchange, type PlanStep } from '../../lookup-manner.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const VERBS = [
  'Analyse',
  'Understand',
  'Map out',
  'Review',
  'Clarify',
  'Assess',
  'Design',
  'Outline',
  'Structure',
  'Define',
];
const ENDS = [
  'thoroughly',
  'before any change',
  'and its callers',
  'with edge cases in mind',
  'end to end',
  'step by step',
  'once more',
  '',
];

function freshPlan(agent: ScriptedAgent, topics: readonly string[]): PlanStep[] {
  return agent
    .shuffled(topics)
    .slice(0, agent.between(3, topics.length))
    .map((topic, index) => ({
      step: `${agent.pick(VERBS)} the ${topic} ${agent.pick(ENDS)}`.trim(),
      status: index === 0 ? ('in_progress' as const) : ('pending' as const),
    }));
}

export const everNewPlan: Family = {
  name: 's_ever_new_plan',
  what: 'rewrites its plan again and again, looks at the same three files, and starts none of it',
  batch: 15,
  limit: 18,
  play(agent) {
    const { words, manner } = agent;
    const topics = [
      'data model',
      'migration path',
      'API surface',
      'error handling',
      'test strategy',
      'roll-out',
      'naming',
    ].map((topic) => (agent.random.chance(0.4) ? `${words.noun()} ${topic}` : topic));
    const files = Array.from({ length: 3 }, () => ({
      path: words.path(),
      text: words.codeLines(12, 40),
    }));
    const [task] = [words.symbol()];
    agent.prompt(`Split ${task} out of the monolith into a module of its own.`);
    agent.warmUp(4, 10);
    for (const { path, text } of files) agent.read(path, text);
    agent.loopBegins();
    agent.times(14, 20, () => {
      agent.together([planExchange(manner, freshPlan(agent, topics))], {
        saying: agent.random.chance(0.6)
          ? `${words.prose(1, 3)} So the better order is this.`
          : musing(agent, 'plan'),
      });
      const { path, text } = agent.pick(files);
      const act = agent.between(0, 3);
      if (act <= 1) agent.read(path, text, { saying: musing(agent, path.split('/').at(-1) ?? '') });
      else if (act === 2)
        agent.shell(
          agent.pick(['git status', 'git status --short', 'git diff --stat']),
          agent.pick(['', 'nothing to commit, working tree clean']),
        );
      else
        agent.shell(`wc -l ${path}`, `${text.split('\n').length} ${path}`, {
          saying: musing(agent, 'size of the module'),
        });
    });
  },
};
