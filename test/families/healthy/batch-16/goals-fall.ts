/**
 * A proof in many steps: tactics fail as often as they work, and the goals that remain change and become fewer.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const TACTICS =
  'linarith|nlinarith [sq_nonneg a, sq_nonneg b]|omega|simp [h]|ring_nf|positivity|induction n with|cases h with|exact?|aesop|norm_num at h ⊢|rw [h]|apply le_antisymm|field_simp|gcongr|push_neg at h|by_contra hn'.split(
    '|',
  );

export const goalsFall: Family = {
  name: 'h_goals_fall',
  what: 'proves a theorem tactic by tactic, with many that fail, until no goals are left',
  batch: 16,
  play(agent) {
    const { words, manner } = agent;
    const theorem = `${words.noun()}_${words.noun()}_le`;
    const file = `${words.project().replace(/^./, (letter) => letter.toUpperCase())}/${words.noun()}.lean`;
    const viaServer = agent.random.chance(0.4);
    let line = agent.between(20, 60);
    const goal = () => {
      const [a, b, c] = [words.noun().charAt(0), words.noun().charAt(0), agent.between(1, 40)];
      return `${a} ${b} : ℕ\nh${c} : ${a} ≤ ${b} + ${c}\n⊢ ${agent.pick([`${a} * ${c} < ${b} ^ 2 + ${c}`, `${words.symbol()} ${a} ≤ ${words.symbol()} ${b}`, `∃ k, ${a} = ${c} * k`, `Finset.sum (range ${a}) f = ${b} - ${c}`])}`;
    };
    let open = Array.from({ length: agent.between(9, 12) }, goal);
    agent.prompt(`Prove ${theorem} in ${file}. No sorry, no axioms.`);
    agent.read(`${words.root}/${file}`, words.codeLines(10, 20));
    agent.times(1, 3, () =>
      agent.shell(
        `grep -rn "theorem ${words.noun()}" .lake/packages/mathlib/Mathlib | head`,
        `Mathlib/Algebra/${words.noun()}.lean:${agent.between(10, 900)}:theorem ${words.noun()}_${words.noun()}`,
      ),
    );
    let rounds = 0;
    while (open.length > 0 && rounds < 26) {
      rounds += 1;
      agent.together(
        [
          editExchange(
            manner,
            `${words.root}/${file}`,
            `  ${agent.pick(TACTICS)}`,
            Array.from({ length: agent.between(1, 3) }, () => `  ${agent.pick(TACTICS)}`).join(
              '\n',
            ),
          ),
        ],
        { saying: musing(agent, 'next goal') },
      );
      const outcome = agent.pick(['same', 'closed', 'closed', 'other', 'closed']);
      if (outcome === 'closed') open = open.slice(1);
      if (outcome === 'other') open = [goal(), ...open.slice(1)];
      if (outcome !== 'same') line += agent.between(1, 4);
      if (open.length === 0) break;
      const complaint = `${agent.pick(['unsolved goals', 'linarith failed to find a contradiction', 'simp made no progress', "tactic 'apply' failed"])}\n${open.slice(0, 2).join('\n\n')}${open.length > 2 ? `\n\n(${open.length - 2} more goals)` : ''}`;
      if (viaServer)
        agent.call(
          'mcp__lean-lsp__lean_diagnostic_messages',
          { file_path: file },
          [{ severity: 1, range: `${line}:4`, message: complaint }],
          { saying: musing(agent, theorem) },
        );
      else
        agent.shell(
          'lake build',
          {
            text: `✖ [721/721] Building ${file.replace('/', '.').slice(0, -5)} (${agent.between(1, 30)}.${agent.between(0, 9)}s)\nerror: ${file}:${line}:4: ${complaint}\nerror: build failed`,
            exit: 1,
          },
          { saying: musing(agent, theorem), tookMs: agent.between(3000, 40_000) },
        );
    }
    agent.shell('lake build', 'Build completed successfully (721 jobs).');
    agent.answer('The theorem is proved.');
  },
};
