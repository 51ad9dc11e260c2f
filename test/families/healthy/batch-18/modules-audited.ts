/**
 * Sub-agents audit one module each by the same brief; many find nothing, some bring findings, which are written down.
 */
import { delegation } from '../../delegation.ts';
import type { Family } from '../../family.ts';

export const modulesAudited: Family = {
  name: 'h_modules_audited',
  what: 'sends a sub-agent with the same brief to one module after the other; many find nothing, some bring findings',
  batch: 18,
  play(agent) {
    const { words, manner } = agent;
    const subject = agent.pick([
      'missing input checks',
      'unsafe deserialisation',
      'time zone errors',
      'leaked handles',
    ]);
    const modules = Array.from({ length: agent.between(14, 26) }, () => words.file());
    const width = agent.pick([1, 1, 2, 3]);
    agent.prompt(`Have each module audited for ${subject} and collect the findings in AUDIT.md.`);
    agent.shell('cat modules.txt', modules.join('\n'));
    const findings: string[] = [];
    for (let at = 0; at < modules.length; at += width) {
      const some = modules.slice(at, at + width);
      const before = findings.length;
      const exchanges = some.map((module) => {
        const clean = agent.random.chance(0.55);
        const finding = `${module}:${agent.between(4, 400)}: ${words.sentence()}`;
        if (!clean) findings.push(finding);
        return delegation(manner, {
          title: `Audit ${module}`,
          brief: `Audit ${module} for ${subject}. Read the whole file and its tests. Report findings as path:line: text, or "No findings."`,
          role: 'auditor',
          report: clean ? 'No findings.' : finding,
          id: words.hex(8),
          tokens: agent.between(4000, 40_000),
          ms: agent.between(10_000, 120_000),
        });
      });
      agent.together(exchanges, { tookMs: agent.between(10_000, 120_000) });
      const fresh = findings.slice(before);
      if (fresh.length > 0)
        agent.shell(
          `cat >> AUDIT.md <<'EOF'\n${fresh.map((one) => `- ${one}`).join('\n')}\nEOF`,
          '',
        );
    }
    agent.answer(
      `${modules.length} modules were audited; AUDIT.md has ${findings.length} findings.`,
    );
  },
};
