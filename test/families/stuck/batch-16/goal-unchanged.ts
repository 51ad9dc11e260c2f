/**
 * Tactic after tactic is tried on a statement that is false; each error is worded otherwise, the goal is the same.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const TACTICS =
  'linarith|nlinarith [sq_nonneg a, sq_nonneg b]|omega|simp [h]|ring_nf|positivity|induction n with|cases h with|exact?|aesop|norm_num at h ⊢|rw [h]|apply le_antisymm|field_simp|gcongr|push_neg at h|by_contra hn|rcases h with ⟨x, hx⟩|calc _ ≤ _ := by simp|exact Nat.le_of_lt_succ h'.split(
    '|',
  );

const COMPLAINTS: readonly ((tactic: string, goal: string) => string)[] = [
  (_, goal) => `linarith failed to find a contradiction\n${goal}`,
  (tactic, goal) => `tactic '${tactic.split(' ')[0]}' failed\n${goal}`,
  (_, goal) => `unsolved goals\n${goal}`,
  (_, goal) => `simp made no progress\n${goal}`,
  (_, goal) =>
    `omega could not prove the goal:\na possible counterexample may satisfy the constraints\n${goal}`,
  (_, goal) =>
    `The rfl tactic failed. Possible reasons:\n- The goal is not a reflexive relation\n${goal}`,
];

export const goalUnchanged: Family = {
  name: 's_goal_unchanged',
  what: 'tries tactic after tactic on a false lemma whose goal never changes',
  batch: 16,
  limit: 22,
  play(agent) {
    const { words, manner } = agent;
    const lemma = `${words.noun()}_${words.noun()}_le`;
    const file = `${words.project().replace(/^./, (letter) => letter.toUpperCase())}/${words.noun()}.lean`;
    const [a, b] = [words.noun().charAt(0), `${words.noun().charAt(0)}'`];
    const goal = `${a} ${b} : ℕ\nh : ${a} ≤ ${b} + ${agent.between(1, 5)}\n⊢ ${a} * ${a} ≤ ${b} * ${b}`;
    const at = `${agent.between(20, 200)}:${agent.between(2, 8)}`;
    const viaServer = agent.random.chance(0.4);
    agent.prompt(`Prove ${lemma} in ${file}. No sorry, no axioms.`);
    agent.read(
      `${words.root}/${file}`,
      `theorem ${lemma} (${a} ${b} : ℕ) (h : ${a} ≤ ${b} + 1) : ${a} * ${a} ≤ ${b} * ${b} := by\n  sorry`,
    );
    agent.times(4, 9, () =>
      agent.shell(
        `grep -rn "theorem ${words.noun()}" .lake/packages/mathlib/Mathlib | head`,
        Array.from(
          { length: agent.between(1, 6) },
          () =>
            `Mathlib/Algebra/${words.noun()}.lean:${agent.between(10, 900)}:theorem ${words.noun()}_${words.noun()} : ${words.sentence()}`,
        ).join('\n'),
      ),
    );
    agent.loopBegins();
    agent.times(17, 24, () => {
      const tactics = Array.from({ length: agent.between(1, 3) }, () => agent.pick(TACTICS));
      agent.together(
        [
          editExchange(
            manner,
            `${words.root}/${file}`,
            `  ${agent.pick(TACTICS)}`,
            tactics.map((tactic) => `  ${tactic}`).join('\n'),
          ),
        ],
        { saying: musing(agent, 'goal') },
      );
      const complaint = agent.pick(COMPLAINTS)(tactics[0] ?? '', goal);
      if (viaServer)
        agent.call(
          'mcp__lean-lsp__lean_diagnostic_messages',
          {
            file_path: file,
            ...(agent.random.chance(0.3) ? { start_line: agent.between(1, 19) } : {}),
          },
          [{ severity: 1, range: at, message: complaint }],
          { saying: musing(agent, lemma) },
        );
      else
        agent.shell(
          'lake build',
          {
            text: `⚠ [${agent.between(700, 720)}/721] Built Mathlib\n✖ [721/721] Building ${file.replace('/', '.').slice(0, -5)} (${agent.between(1, 30)}.${agent.between(0, 9)}s)\nerror: ${file}:${at}: ${complaint}\nerror: build failed`,
            exit: 1,
          },
          { saying: musing(agent, lemma), tookMs: agent.between(3000, 40_000) },
        );
    });
  },
};
