/**
 * One regular expression after the other against the same lines; the same few are missed each time.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const regexTinkering: Family = {
  name: 's_regex_tinkering',
  what: 'tries ever new regular expressions in one-liners; the same handful of lines is missed in turn',
  batch: 23,
  limit: 20,
  play(agent) {
    const { words } = agent;
    const sample = `fixtures/${words.noun()}_lines.txt`;
    const lines = Array.from({ length: agent.between(2, 3) }, (_, index) =>
      JSON.stringify(
        `${agent.between(1, 28)}/${agent.between(1, 12)} ${words.noun()} "${words.noun()}" ${index},${agent.between(10, 99)}`,
      ),
    );
    const total = agent.between(24, 400);
    const parts = [
      String.raw`(\d{1,2})/(\d{1,2})`,
      String.raw`\s+`,
      String.raw`(\w+)`,
      String.raw`"([^"]*)"`,
      String.raw`"?(.*?)"?`,
      String.raw`[\d.,]+`,
      String.raw`(?:\s*,\s*)?`,
      String.raw`(?P<amount>-?\d+[.,]\d{2})`,
      String.raw`\b`,
      '.*?',
    ];
    const file = words.path();
    const editing = agent.random.chance(0.5);
    const outcomes = lines.map((line) => `matched ${total - 1}/${total}\nmissed: ${line}`);
    agent.prompt(`Make the pattern in ${file} match every line of ${sample}.`);
    agent.warmUp(1, 5);
    agent.loopBegins();
    agent.times(26, 38, () => {
      const regex = `^${agent.shuffled(parts).slice(0, agent.between(4, 7)).join('')}$`;
      if (editing && agent.random.chance(0.35)) {
        agent.edit(file, `PATTERN = re.compile(r'${agent.pick(parts)}')`, `PATTERN = r'${regex}'`);
        return;
      }
      agent.shell(
        `python - <<'EOF'\nimport re\np = re.compile(r'''${regex}''')\nlines = open('${sample}').read().splitlines()\nbad = [l for l in lines if not p.match(l)]\nprint(f'matched {len(lines)-len(bad)}/{len(lines)}')\nprint('missed:', *bad)\nEOF`,
        agent.pick(outcomes),
        { saying: musing(agent, 'pattern') },
      );
    });
  },
};
