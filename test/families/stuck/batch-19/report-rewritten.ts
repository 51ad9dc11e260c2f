/**
 * A report is written, found wanting and written anew, from the same few figures, with no look at anything new.
 */
import type { Family } from '../../family.ts';

const HEADS = ['Summary', 'Executive summary', 'Overview', 'At a glance'];
const FRAMES: readonly ((name: string, value: number) => string)[] = [
  (name, value) => `The ${name} figure stands at ${value}.`,
  (name, value) => `With ${value}, ${name} is in line with what was expected.`,
  (name, value) => `${name} came to ${value} in the quarter.`,
  (name, value) => `We recorded ${value} for ${name}.`,
];
const REVIEWS = [
  'The tone could be more executive. Rewriting.',
  'This reads well, but the flow can be improved.',
  'Let me tighten the wording once more.',
  'The structure should lead with the key message.',
  'I will polish it a little further.',
  'Good, but it could be crisper.',
];

export const reportRewritten: Family = {
  name: 's_report_rewritten',
  what: 'writes a report anew from the same figures again and again, reading it in between, without a new fact',
  batch: 19,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const figures = Array.from(
      { length: 5 },
      () => [words.noun(), agent.between(12, 980)] as const,
    );
    const data = `${words.root}/data/q3.csv`;
    const path = `${words.root}/reports/q3.md`;
    const report = () =>
      [
        `# Q3 report`,
        `## ${agent.pick(HEADS)}`,
        ...agent.shuffled(figures).map(([name, value]) => agent.pick(FRAMES)(name, value)),
      ].join('\n\n');
    const csv = ['name,value', ...figures.map(([name, value]) => `${name},${value}`)].join('\n');
    agent.prompt('Write a one-page report on the quarter from data/q3.csv to reports/q3.md.');
    agent.read(data, csv);
    agent.write(path, report());
    agent.loopBegins();
    agent.times(13, 20, () => {
      const text = report();
      if (agent.random.chance(0.25))
        agent.read(data, csv, { saying: 'Verifying the figures again.' });
      agent.write(path, text);
      agent.read(path, text, { saying: agent.pick(REVIEWS) });
    });
  },
};
