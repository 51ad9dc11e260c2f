/**
 * Two checks that want the opposite: whoever pleases one breaks the other. Neither result carries the flag of an error.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

interface Pair {
  readonly checks: readonly [string, string];
  readonly red: (path: string) => readonly [string, string];
  readonly green: readonly [string, string];
}

const PAIRS: readonly Pair[] = [
  {
    checks: ['npx prettier --check src', 'npx eslint src'],
    red: (path) => [
      `Checking formatting...\n[warn] ${path}\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.`,
      `${path}\n  12:7  error  Expected indentation of 4 spaces but found 2  indent\n\n✖ 1 problem (1 error, 0 warnings)`,
    ],
    green: ['Checking formatting...\nAll matched files use Prettier code style!', ''],
  },
  {
    checks: ['mypy src', 'ruff check src'],
    red: (path) => [
      `${path}:31: error: Missing return type annotation  [no-untyped-def]\nFound 1 error in 1 file (checked 44 source files)`,
      `${path}:31:5: ANN201 Return type "Any" is not allowed\nFound 1 error.`,
    ],
    green: ['Success: no issues found in 44 source files', 'All checks passed!'],
  },
  {
    checks: ['cargo test -q parses', 'cargo test -q renders'],
    red: () => [
      `running 9 tests\n........F\nfailures:\n    parses_empty\ntest result: FAILED. 8 passed; 1 failed; 0 ignored`,
      `running 7 tests\n...F...\nfailures:\n    renders_empty\ntest result: FAILED. 6 passed; 1 failed; 0 ignored`,
    ],
    green: [
      'test result: ok. 9 passed; 0 failed; 0 ignored',
      'test result: ok. 7 passed; 0 failed; 0 ignored',
    ],
  },
];

/** One lap: an edit, and both checks; the one that was red is green now. */
function lap(
  agent: ScriptedAgent,
  { checks, red, green }: Pair,
  path: string,
  index: number,
): void {
  const broken = index % 2;
  agent.edit(path, agent.words.code(), agent.words.code());
  for (const side of [0, 1] as const) {
    if (agent.random.chance(0.2)) continue;
    const text = side === broken ? red(path)[side] : green[side];
    agent.shell(`${checks[side]} || true`, text, { tookMs: agent.between(900, 9000) });
  }
}

export const toolsAtOdds: Family = {
  name: 's_tools_at_odds',
  what: 'pleases one of two checks at a time, each at the cost of the other',
  batch: 13,
  limit: 26,
  play(agent) {
    const path = agent.words.path();
    const pair = agent.pick(PAIRS);
    agent.prompt('Both checks of the pipeline must pass. Fix what is left.');
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(12, 18, (index) => lap(agent, pair, path, index));
  },
};
