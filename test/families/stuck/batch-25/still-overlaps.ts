/**
 * A style is changed again and again, and the measured place of the element stays as it is.
 */
import type { Family } from '../../family.ts';

export const stillOverlaps: Family = {
  name: 's_still_overlaps',
  what: 'changes the style of an element in ever other ways and measures: it overlaps by the same amount each time',
  batch: 25,
  limit: 20,
  play(agent) {
    const { words } = agent;
    const element = `${words.noun()}-bar`;
    const file = `${words.root}/src/styles/${element}.css`;
    const by = agent.between(6, 48);
    const properties = [
      'margin-top',
      'z-index',
      'position',
      'padding',
      'top',
      'transform',
      'flex',
      'line-height',
    ];
    agent.prompt(`The ${element} overlaps the heading. Mend it.`);
    agent.warmUp(1, 4);
    agent.loopBegins();
    agent.times(14, 20, () => {
      const property = agent.pick(properties);
      agent.edit(
        file,
        `  ${property}: ${agent.between(0, 9)}px;`,
        `  ${property}: ${agent.between(10, 90)}px;`,
      );
      agent.call(
        'browser_evaluate',
        { script: `overlap('.${element}', 'h1')` },
        { element: `.${element}`, overlaps: true, by: `${by}px` },
        { saying: agent.pick(['', 'Let me measure.', 'This should do it.']) },
      );
    });
  },
};
