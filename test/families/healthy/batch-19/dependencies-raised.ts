/**
 * One dependency after the other is raised, with the same test after each; most are green alike, a few break and are mended.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';
import { runnerOf, testReport } from '../../test-report.ts';

const RAISE: Readonly<
  Record<string, (name: string, version: string) => readonly [string, string]>
> = {
  py: (name, version) => [
    `uv add '${name}==${version}'`,
    'Resolved 94 packages in 210ms\nInstalled 1 package in 4ms',
  ],
  ts: (name, version) => [
    `npm install ${name}@${version} --save-exact`,
    'changed 1 package, and audited 812 packages in 3s\n\nfound 0 vulnerabilities',
  ],
  go: (name, version) => [
    `go get example.com/${name}@v${version} && go mod tidy`,
    `go: upgraded example.com/${name} => v${version}`,
  ],
  rs: (name, version) => [
    `cargo update -p ${name} --precise ${version}`,
    `    Updating crates.io index\n    Updating ${name} -> v${version}`,
  ],
  java: (name, version) => [
    `./gradlew useLatestVersions --update-dependency com.example:${name}:${version} -q`,
    '',
  ],
};

const TESTS: Readonly<Record<string, string>> = {
  py: 'python -m pytest -q',
  ts: 'npx vitest run',
  go: 'go test ./...',
  rs: 'cargo test',
  java: './gradlew test',
};

function raise(agent: ScriptedAgent, name: string, passed: number): boolean {
  const { words } = agent;
  const version = `${agent.between(1, 9)}.${agent.between(0, 30)}.${agent.between(0, 9)}`;
  const runner = runnerOf(agent);
  const test = TESTS[words.extension] ?? 'make test';
  const [command, printed] = RAISE[words.extension]?.(name, version) ?? ['make deps', ''];
  const breaks = agent.random.chance(0.2);
  agent.shell(command, printed, { tookMs: agent.between(2000, 9000) });
  if (breaks) {
    const failures = [
      {
        test: `test_${words.verb()}_${words.noun()}`,
        at: words.file(),
        message: `${words.symbol()} was removed in ${name} ${version}`,
      },
    ];
    agent.shell(test, testReport(agent, runner, { passed: passed - 1, failures }));
    if (agent.random.chance(0.4)) {
      agent.shell('git checkout -- . && git status --short', '', {
        saying: `${name} needs more than a bump. Leaving it for its own ticket.`,
      });
      return false;
    }
    agent.edit(words.path(), words.codeLines(1, 2), words.codeLines(1, 3));
  }
  agent.shell(test, testReport(agent, runner, { passed, failures: [] }));
  agent.shell(`git commit -qam "Raise ${name} to ${version}"`, '');
  return true;
}

export const dependenciesRaised: Family = {
  name: 'h_dependencies_raised',
  what: 'raises one dependency after the other and runs the same tests after each, which are green for the most part',
  batch: 19,
  play(agent) {
    const { words } = agent;
    const names = Array.from(
      { length: agent.between(12, 20) },
      () => `${words.project()}-${words.noun()}`,
    );
    const passed = agent.between(180, 900);
    agent.prompt(
      'Raise the outdated dependencies one at a time, run the tests after each, commit what is green.',
    );
    agent.shell('cat outdated.txt', names.join('\n'));
    const left = names.filter((name) => !raise(agent, name, passed));
    agent.answer(left.length === 0 ? 'All are raised.' : `All are raised but ${left.join(', ')}.`);
  },
};
