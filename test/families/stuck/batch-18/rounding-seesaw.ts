/**
 * Two tests want two ways of rounding from one function; whichever is written, the other test is red.
 */
import type { Family } from '../../family.ts';
import { runnerOf, testCommand, testReport, type Failure } from '../../test-report.ts';

export const roundingSeesaw: Family = {
  name: 's_rounding_seesaw',
  what: 'writes one function now this way, now that; each time the other one of two tests is red',
  batch: 18,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const runner = runnerOf(agent);
    const path = words.path();
    const file = words.file();
    const [cents, tax] = [agent.between(100, 9999), agent.between(1000, 9999)];
    const passed = agent.between(21, 480);
    const target = 'tests/totals';
    const wants: readonly Failure[] = [
      {
        test: 'rounds_half_up_on_invoices',
        at: `${file}:${agent.between(20, 90)}`,
        message: `expected ${cents}.13 to equal ${cents}.12`,
      },
      {
        test: 'rounds_half_even_in_ledger',
        at: `${file}:${agent.between(100, 190)}`,
        message: `expected ${tax}.24 to equal ${tax}.25`,
      },
    ];
    const name = words.symbol();
    const ways = [
      [
        `  return ${name}(amount, 'half-even');`,
        `  // Banker's rounding, as the ledger has it.\n  return ${name}(amount, HALF_EVEN);`,
        `  const half = amount * 100 % 1 === 0.5;\n  return half ? even(amount) : ${name}(amount);`,
      ],
      [
        `  return ${name}(amount, 'half-up');`,
        `  return Math.floor(amount * 100 + 0.5) / 100;`,
        `  // Invoices round up.\n  return ${name}(amount, HALF_UP);`,
      ],
    ] as const;
    let current: string = `  return ${name}(amount);`;
    agent.prompt('Two tests of the totals are red since yesterday. Make all of them pass.');
    agent.warmUp(2, 8);
    agent.loopBegins();
    agent.times(12, 18, (round) => {
      const side = round % 2;
      const next = agent.pick(ways[side === 0 ? 0 : 1].filter((way) => way !== current));
      agent.edit(path, current, next);
      current = next;
      if (agent.random.chance(0.15)) agent.read(path, `${words.code()}\n${current}\n}`);
      const failures = wants.filter((_, index) => index === side);
      const report = testReport(agent, runner, { passed, failures });
      agent.shell(testCommand(runner, target), report, { tookMs: 1000 * (report.seconds ?? 1) });
    });
  },
};
