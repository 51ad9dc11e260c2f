import type { Family } from '../family.ts';

/** The report names the first failures only, and those are the hard ones: for many rounds nothing but a count moves. */
export const conformanceClimb: Family = {
  name: 'h_conformance_climb',
  what: 'works on a parser against a conformance suite; the count rises slowly, and the failures shown stay the same for long',
  batch: 11,
  play(agent) {
    const path = agent.words.path();
    const total = agent.between(600, 1500);
    agent.prompt(`Make the parser in ${path} pass the whole conformance suite (make conformance).`);
    agent.warmUp(1, 4);
    const shown = Array.from(
      { length: 12 },
      (_, index) =>
        `  FAIL ${agent.words.noun()}/${agent.words.noun()}-${String(index + 11).padStart(3, '0')}: ${agent.words.verb()} ${agent.words.noun()} expected ${agent.between(2, 99)}`,
    );
    const rounds = agent.between(24, 36);
    let failing = agent.between(rounds * 3, rounds * 5);
    let from = 0;
    for (let round = 0; round < rounds; round += 1) {
      if (agent.random.chance(0.35))
        agent.read(
          `${agent.words.root}/spec/chapter-${agent.between(2, 14)}.md`,
          agent.words.prose(5, 12),
        );
      agent.edit(path, agent.words.codeLines(1, 3), agent.words.codeLines(2, 6));
      const isLast = round === rounds - 1;
      const step = agent.random.weighed([
        [0, 0.2],
        [-2, 0.08],
        [agent.between(1, 7), 0.72],
      ]);
      failing = isLast ? 0 : Math.max(3, failing - step);
      if (round % 9 === 8) from += 2;
      const list = shown.slice(from, from + Math.min(5, failing));
      agent.shell(
        'make conformance 2>&1 | tail -20',
        failing === 0
          ? `conformance: ${total}/${total} passed in ${agent.between(2, 9)}.${agent.between(0, 9)}s`
          : `${list.join('\n')}\n  ... and ${failing - list.length} more\nconformance: ${total - failing}/${total} passed in ${agent.between(2, 9)}.${agent.between(0, 9)}s\nmake: *** [conformance] Error 1`,
        {
          tookMs: agent.between(2000, 9000),
          saying: agent.pick([
            '',
            'A few more pass now.',
            'Running the suite.',
            'That had no effect; the rule must be elsewhere.',
          ]),
        },
      );
    }
    agent.shell(
      `git commit -qam "Parser passes the conformance suite"`,
      `[main ${agent.words.hex(7)}]`,
    );
    agent.answer(`All ${total} cases pass.`);
  },
};
