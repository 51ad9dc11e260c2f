/**
 * The export from the translation service overwrites the files with what it has, and the same keys are missing again.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { germanConcern, japaneseTitle } from '../../foreign-words.ts';
import { musing } from '../../narration.ts';

export const exportUndoes: Family = {
  name: 's_export_undoes',
  what: 'translates the missing keys, whereupon the export writes the old files over them',
  batch: 16,
  limit: 22,
  play(agent) {
    const { words, manner } = agent;
    const locales = agent.pick([
      ['de', 'ja'],
      ['de', 'ja', 'de-AT'],
      ['ja', 'de'],
    ]);
    const keys = Array.from(
      { length: agent.between(5, 8) },
      () => `${words.noun()}.${words.verb()}_${words.noun()}`,
    );
    const check = agent.pick([
      'npx i18n-check',
      'lokalise-lint',
      'python tools/check_locales.py',
      'npm run i18n:verify',
    ]);
    const exports = agent.pick([
      'lokalise2 file download --format json',
      'npm run i18n:pull',
      'crowdin download',
      'tx pull -a',
    ]);
    const translated = (locale: string) =>
      locale === 'ja'
        ? japaneseTitle(agent.random)
        : `${germanConcern(agent.random)} ${agent.pick(['bearbeiten', 'anzeigen', 'ablehnen', 'prüfen'])}`;
    agent.prompt(
      'The check of the translations is red. Translate what is missing, then run the usual export and the check.',
    );
    agent.warmUp(4, 9);
    agent.loopBegins();
    agent.times(9, 12, () => {
      agent.shell(
        check,
        {
          text: `${locales.map((locale) => `${locale}: ${keys.length} of ${agent.between(810, 812)} keys are missing`).join('\n')}\n${agent
            .shuffled(keys)
            .map((key) => `  - ${key}`)
            .join('\n')}\nchecked in ${agent.between(100, 900)} ms`,
          exit: 1,
        },
        { saying: musing(agent, 'missing keys') },
      );
      for (const locale of locales)
        agent.together(
          [
            editExchange(
              manner,
              `${words.root}/locales/${locale}.json`,
              '{\n',
              `{\n${agent
                .shuffled(keys)
                .map((key) => `  "${key}": "${translated(locale)}",`)
                .join('\n')}\n`,
            ),
          ],
          { saying: musing(agent, `wording in ${locale}`) },
        );
      if (agent.random.chance(0.25))
        agent.shell(`npx prettier --check locales`, 'All matched files use Prettier code style!');
      agent.shell(
        exports,
        `✓ Project ${words.hex(8)}.${agent.between(10, 99)}\n${locales.map((locale) => `locales/${locale}.json … written (${agent.between(38, 41)} kB)`).join('\n')}\nDone in ${agent.between(2, 9)}.${agent.between(0, 9)}s`,
        { tookMs: agent.between(2000, 9000) },
      );
    });
  },
};
