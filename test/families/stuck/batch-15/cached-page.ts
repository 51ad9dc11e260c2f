/**
 * A service worker hands out the old stylesheet; every edit is right and none is ever seen.
 */
import { browserExchange } from '../../browser-manner.ts';
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const WAYS = [
  'padding: 12px 24px;',
  'padding: 12px 24px !important;',
  'padding-inline: 1.5rem;',
  'box-sizing: border-box;',
  '--button-pad: 24px;',
  '@apply px-6 py-3;',
  'min-width: 9rem;',
  'padding: var(--space-3) var(--space-6);',
];

export const cachedPage: Family = {
  name: 's_cached_page',
  what: 'changes the style of a button again and again while the browser shows the cached old one',
  batch: 15,
  limit: 24,
  play(agent) {
    const { words, manner } = agent;
    const name = `${words.noun()}-button`;
    const path = `${words.root}/web/styles/${name}.css`;
    const url = `http://localhost:${agent.pick([3000, 5173, 8080])}/${words.noun()}`;
    const padding = `${agent.between(3, 8)}px ${agent.between(6, 10)}px`;
    const width = agent.between(60, 99);
    const look = () => {
      agent.together(
        [
          browserExchange(
            manner,
            'navigate',
            { url: agent.random.chance(0.3) ? `${url}?v=${agent.between(1, 999)}` : url },
            `### Page state\n- Page URL: ${url}\n- Page Title: ${name}\n- Console: ${agent.between(0, 2)} warnings`,
          ),
        ],
        {
          saying: musing(agent, name),
        },
      );
      const [act, args, seen] = agent.pick([
        [
          'evaluate',
          { function: `() => getComputedStyle(document.querySelector('.${name}')).padding` },
          `"${padding}"`,
        ],
        [
          'take_screenshot',
          { type: 'png' },
          `[image ${agent.between(80, 84)} kB] The ${name} is narrow; its label touches the border.`,
        ],
        [
          'evaluate',
          { function: `() => document.querySelector('.${name}').offsetWidth` },
          String(width),
        ],
      ] as const);
      agent.together([browserExchange(manner, act, args, seen)]);
    };
    agent.prompt(`The ${name} is too tight. Give it room and check it in the browser.`);
    agent.warmUp(3, 7);
    look();
    agent.loopBegins();
    agent.times(11, 15, () => {
      const way = agent.pick(WAYS);
      agent.together(
        [editExchange(manner, path, `.${name} {\n  ${agent.pick(WAYS)}`, `.${name} {\n  ${way}`)],
        {
          saying: musing(agent, 'specificity of the rule'),
        },
      );
      if (agent.random.chance(0.35))
        agent.shell(
          agent.pick(['npm run build:css', 'npx vite build', 'npx tailwindcss -o dist/app.css']),
          `✓ built in ${agent.between(210, 1900)}ms\ndist/app-${words.hex(8)}.css  ${agent.between(40, 49)}.${agent.between(10, 99)} kB`,
        );
      look();
    });
    agent.answer(`The ${name} has more room now.`);
  },
};
