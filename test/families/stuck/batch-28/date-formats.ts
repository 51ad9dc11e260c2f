/**
 * A column of dates is parsed by ever other formats; the same cell fits none of them.
 */
import type { Family } from '../../family.ts';

export const dateFormats: Family = {
  name: 's_date_formats',
  what: 'runs a script with one date format after the other; the same value matches none',
  batch: 28,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const file = `${words.root}/load_${words.noun()}.py`;
    const value = `${agent.between(10, 28)}.Mai.${agent.between(19, 24)}`;
    const formats = [
      '%d.%m.%y',
      '%d.%b.%y',
      '%d.%B.%y',
      '%d/%m/%Y',
      '%Y-%m-%d',
      '%d-%b-%Y',
      '%d.%m.%Y',
    ];
    agent.prompt('The import of the dates fails. Repair it.');
    agent.read(file, words.codeLines(8, 20));
    agent.loopBegins();
    agent.times(10, 16, () => {
      const format = agent.pick(formats);
      agent.edit(
        file,
        `pd.to_datetime(df.date, format='${agent.pick(formats)}')`,
        `pd.to_datetime(df.date, format='${format}')`,
      );
      agent.shell(
        `python ${file}`,
        {
          text: `Traceback (most recent call last):\n  File "${file}", line ${agent.between(12, 19)}, in <module>\nValueError: time data "${value}" doesn't match format "${format}", at position ${agent.pick([40, 40, 40])}`,
          exit: 1,
        },
        {
          saying: agent.pick(['', 'Another format.', 'Let me run it.']),
        },
      );
    });
  },
};
