/**
 * Findings of an accessibility check are mended one by one; the count falls, with a standstill now and then.
 */
import type { Family } from '../../family.ts';

export const accessibilityMended: Family = {
  name: 'h_accessibility_mended',
  what: 'mends a page, runs the accessibility check again, and goes on until no finding is left; some mends change nothing',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const rules = [
      'color-contrast',
      'label',
      'button-name',
      'image-alt',
      'link-name',
      'aria-roles',
      'region',
      'heading-order',
    ];
    let left = agent.between(8, 16);
    agent.prompt('Make the settings page pass axe.');
    const check = () => {
      const shown = Array.from(
        { length: Math.min(left, 2) },
        (_, index) =>
          `  ${rules[(left + index) % rules.length] ?? ''}: div:nth-child(${left + index}) > span`,
      );
      agent.shell('npx axe http://localhost:3000/settings', {
        text:
          left === 0
            ? '0 violations found!'
            : `${shown.join('\n')}\n${left} Accessibility issues detected.`,
        exit: left === 0 ? 0 : 1,
      });
    };
    check();
    while (left > 0) {
      const file = `${words.root}/src/settings/${words.noun()}.tsx`;
      agent.edit(
        file,
        `<span className="${words.noun()}">`,
        `<span className="${words.noun()}" aria-label="${words.noun()}">`,
      );
      if (agent.random.chance(0.8)) left -= 1;
      check();
    }
    agent.answer('The page passes.');
  },
};
