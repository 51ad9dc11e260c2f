/**
 * A program that cannot do what is wanted is called with one invented flag after the other.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly ask: string;
  readonly command: string;
  readonly flags: readonly string[];
  readonly refuses: (flag: string) => string;
  readonly help: string;
  readonly exit: number;
}

const FIRST = ['no', 'skip', 'ignore', 'only', 'force', 'allow', 'with', 'disable'];

const pytest = ({ words }: ScriptedAgent): Scene => ({
  ask: 'Let the tests run in the order of the last failure times.',
  command: 'python -m pytest tests',
  flags: ['order', 'sort', 'by-time', 'slow-first', 'failure-order', 'last-run', 'durations-sort'],
  refuses: (flag) =>
    `ERROR: usage: python -m pytest [options] [file_or_dir] [file_or_dir] [...]\npython -m pytest: error: unrecognized arguments: ${flag}\n  inifile: ${words.root}/pyproject.toml\n  rootdir: ${words.root}`,
  help: 'usage: python -m pytest [options] [file_or_dir] [file_or_dir] [...]\n\n  -k EXPRESSION  only run tests which match\n  -x, --exitfirst\n  --lf, --last-failed\n  --ff, --failed-first',
  exit: 4,
});

const kubectl = ({ words }: ScriptedAgent): Scene => ({
  ask: `Restart only the unhealthy pods of ${words.noun()}-api with kubectl rollout.`,
  command: `kubectl rollout restart deployment/${words.noun()}-api`,
  flags: ['unhealthy', 'pods', 'not-ready', 'failed', 'partial', 'selector-status', 'max-pods'],
  refuses: (flag) =>
    `error: unknown flag: ${flag}\nSee 'kubectl rollout restart --help' for usage.`,
  help: "Restart a resource.\n\nOptions:\n    --dry-run='none'\n    -f, --filename=[]\n    -l, --selector=''\n    -o, --output=''",
  exit: 1,
});

const cargo = ({ words }: ScriptedAgent): Scene => ({
  ask: `Build ${words.project()} without its build script.`,
  command: 'cargo build --release',
  flags: ['build-script', 'build-rs', 'scripts', 'custom-build', 'pre-build', 'script-run'],
  refuses: (flag) =>
    `error: unexpected argument '${flag}' found\n\nUsage: cargo build --release [OPTIONS]\n\nFor more information, try '--help'.`,
  help: 'Compile a local package and all of its dependencies\n\nUsage: cargo build [OPTIONS]\n\n      --ignore-rust-version\n      --future-incompat-report\n  -q, --quiet',
  exit: 1,
});

export const inventedFlags: Family = {
  name: 's_invented_flags',
  what: 'calls one program with ever other flags, none of which it knows',
  batch: 21,
  limit: 14,
  play(agent) {
    const { ask, command, flags, refuses, help, exit } = agent.pick([pytest, kubectl, cargo])(
      agent,
    );
    agent.prompt(ask);
    agent.warmUp(1, 5);
    agent.loopBegins();
    agent.times(22, 34, () => {
      if (agent.random.chance(0.1)) {
        agent.shell(`${command} --help | head -20`, help);
        return;
      }
      const bare = agent.pick(flags);
      const flag = `--${agent.pick(['', '', ...FIRST.map((word) => `${word}-`)])}${bare}`;
      const value = agent.pick(['', '', '=true', '=1']);
      agent.shell(
        `${command} ${flag}${value}`,
        { text: refuses(flag), exit },
        { saying: agent.pick(['', 'Let me try another option.', 'It should be this flag.', '']) },
      );
    });
  },
};
