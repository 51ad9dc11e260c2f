/**
 * A page is brought nearer to its design, a rule at a time, and the share of differing pixels falls, not always.
 */
import { browserExchange } from '../../browser-manner.ts';
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const RULES = [
  'padding: 12px 24px;',
  'gap: 0.75rem;',
  'line-height: 1.4;',
  'border-radius: 6px;',
  'font-weight: 550;',
  'letter-spacing: -0.01em;',
  'margin-block: 8px;',
  'width: 18rem;',
];

export const pixelDiff: Family = {
  name: 'h_pixel_diff',
  what: 'edits a style and looks at the page again, until hardly a pixel differs from the design',
  batch: 15,
  play(agent) {
    const { words, manner } = agent;
    const name = `${words.noun()}-card`;
    const path = `${words.root}/web/styles/${name}.css`;
    const url = `http://localhost:${agent.pick([3000, 5173, 8080])}/${words.noun()}`;
    let differing = agent.between(600, 1400) / 100;
    agent.prompt(
      `Make the ${name} look like the design in design/${name}.png, within half a per cent.`,
    );
    agent.warmUp(2, 6);
    let rounds = 0;
    while (differing > 0.5 && rounds < 14) {
      rounds += 1;
      agent.together(
        [
          editExchange(
            manner,
            path,
            `.${name} {\n  ${agent.pick(RULES)}`,
            `.${name} {\n  ${agent.pick(RULES)}\n  ${agent.pick(RULES)}`,
          ),
        ],
        { saying: musing(agent, name) },
      );
      agent.together([
        browserExchange(
          manner,
          'navigate',
          { url },
          `### Page state\n- Page URL: ${url}\n- Page Title: ${name}\n- Console: ${agent.between(0, 2)} warnings`,
        ),
      ]);
      agent.together([
        browserExchange(
          manner,
          'take_screenshot',
          { type: 'png', filename: 'now.png' },
          `[image ${agent.between(60, 99)} kB] saved as now.png`,
        ),
      ]);
      differing = Math.max(0.1, differing * (agent.between(45, 108) / 100));
      agent.shell(
        `npx pixelmatch now.png design/${name}.png diff.png 0.1`,
        {
          text: `matched in: ${agent.between(20, 90)}.${agent.between(100, 999)}ms\ndifferent pixels: ${Math.round(differing * 9216)}\nerror: ${differing.toFixed(2)}%`,
          exit: 66,
        },
        { saying: musing(agent, 'difference') },
      );
    }
    agent.shell('git diff --stat', ` web/styles/${name}.css | ${agent.between(10, 40)} ++++---`);
    agent.answer(`The ${name} is within ${differing.toFixed(2)} % of the design.`);
  },
};
