/**
 * Missing translations are filled in a locale at a time, some keys each; the check counts down.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { germanConcern, japaneseTitle } from '../../foreign-words.ts';
import { musing } from '../../narration.ts';

export const localesFilled: Family = {
  name: 'h_locales_filled',
  what: 'fills in missing translations some keys at a time, with the same check and export after each',
  batch: 16,
  play(agent) {
    const { words, manner } = agent;
    const locales = ['de', 'ja', 'de-AT'];
    const missing = new Map(locales.map((locale) => [locale, agent.between(18, 40)]));
    const check = agent.pick([
      'npx i18n-check',
      'lokalise-lint',
      'python tools/check_locales.py',
      'npm run i18n:verify',
    ]);
    const push = agent.pick([
      'lokalise2 file upload',
      'npm run i18n:push',
      'crowdin upload translations',
      'tx push -t',
    ]);
    const translated = (locale: string) =>
      locale === 'ja'
        ? japaneseTitle(agent.random)
        : `${germanConcern(agent.random)} ${agent.pick(['bearbeiten', 'anzeigen', 'ablehnen', 'prüfen'])}`;
    agent.prompt(
      'The check of the translations is red. Translate what is missing, a few at a time, so that I can follow.',
    );
    agent.warmUp(1, 4);
    for (const locale of locales) {
      let left = missing.get(locale) ?? 0;
      while (left > 0) {
        const some = Math.min(left, agent.between(5, 11));
        const keys = Array.from(
          { length: some },
          () => `${words.noun()}.${words.verb()}_${words.noun()}`,
        );
        agent.shell(
          check,
          {
            text: `${locales.map((one) => `${one}: ${missing.get(one)} of 811 keys are missing`).join('\n')}\n${keys
              .slice(0, 6)
              .map((key) => `  - ${key}`)
              .join('\n')}\nchecked in ${agent.between(100, 900)} ms`,
            exit: 1,
          },
          { saying: musing(agent, 'missing keys') },
        );
        agent.together(
          [
            editExchange(
              manner,
              `${words.root}/locales/${locale}.json`,
              '{\n',
              `{\n${keys.map((key) => `  "${key}": "${translated(locale)}",`).join('\n')}\n`,
            ),
          ],
          { saying: musing(agent, `wording in ${locale}`) },
        );
        if (agent.random.chance(0.5))
          agent.shell(
            push,
            `✓ Project ${words.hex(8)}.${agent.between(10, 99)}\nlocales/${locale}.json … ${some} new\nDone in ${agent.between(2, 9)}.${agent.between(0, 9)}s`,
            { tookMs: agent.between(2000, 9000) },
          );
        left -= some;
        missing.set(locale, left);
      }
    }
    agent.shell(check, {
      text: `${locales.map((one) => `${one}: complete`).join('\n')}\nchecked in ${agent.between(100, 900)} ms`,
    });
    agent.answer('Nothing is missing.');
  },
};
