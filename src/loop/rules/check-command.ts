/**
 * Which commands are tests and which are builds.
 *
 * A project may name its own in the manifest; the usual ones are recognised. A command counts for what one
 * of its parts is, and the words inside quotes are nobody's command.
 */
import type { CheckKind } from '../files/loop-state.ts';

const PACKAGE_MANAGER = '(?:npm|pnpm|yarn|bun)';

const TESTS: readonly RegExp[] = [
  new RegExp(`^${PACKAGE_MANAGER} (?:run )?(?:-\\S+ )*(?:t|test|tests)(?::\\S+)?(?: |$)`),
  /^(?:vitest|jest|mocha|ava|tap|pytest|py\.test|rspec|tox|nox|ctest)(?: |$)/,
  /^(?:\S*\/)?phpunit(?: |$)/,
  /^node (?:\S+ )*--test(?: |$)/,
  /^(?:deno|bun|go|mix|swift|dotnet|playwright|rails|cargo|cargo nextest run) test(?: |$)|^cargo nextest run/,
  /^python[\d.]* -m (?:pytest|unittest)(?: |$)/,
  /^(?:\.\/)?mvnw? (?:\S+ )*(?:test|verify|install|package)(?: |$)/,
  /^(?:\.\/)?gradlew? (?:\S+ )*(?:\S*[tT]est|check|build)(?: |$)/,
  /^make (?:\S+ )*(?:test|check)[\w-]*(?: |$)/,
  /^rake(?: (?:spec|test))?(?: |$)/,
];

const BUILDS: readonly RegExp[] = [
  new RegExp(
    `^${PACKAGE_MANAGER} (?:run )?(?:-\\S+ )*(?:build|compile|typecheck)(?::\\S+)?(?: |$)`,
  ),
  /^(?:tsc|webpack|rollup|esbuild|vite build|next build)(?: |$)/,
  /^go (?:build|vet|install)(?: |$)/,
  /^cargo (?:build|check|clippy)(?: |$)/,
  /^(?:\.\/)?mvnw? (?:\S+ )*compile(?: |$)/,
  /^(?:\.\/)?gradlew? (?:\S+ )*(?:assemble|classes|compile\w*)(?: |$)/,
  /^dotnet build(?: |$)/,
  /^cmake --build(?: |$)/,
  /^make(?: |$)/,
];

/** Asks a test runner something instead of running it. */
const ASKS_ONLY = /(?:^| )--(?:version|help|collect-only|list|listTests|dry-run)(?: |=|$)/;
/** What may stand before a command without changing what it is. */
const BEFORE =
  /^(?:(?:\w+=\S*|npx|bunx|sudo|time|command|exec|env|(?:pnpm|yarn|npm) (?:exec|dlx)(?: --)?|poetry run|uv run|pipenv run|bundle exec|timeout \S+) |(?:\.\/)?node_modules\/\.bin\/)+/;

/** What is longer carries data, and the command stands before it. */
const COMMAND_CHARACTERS = 20_000;

/** Commands of the manifest. */
export interface OwnCommands {
  readonly test: readonly string[];
  readonly build: readonly string[];
}

/** What this command line checks; null when it checks nothing. */
export function checkKind(command: string, own: OwnCommands): CheckKind | null {
  const parts = partsOf(command.slice(0, COMMAND_CHARACTERS));
  const isOwn = (one: string) => one !== '' && ` ${spaced(command)} `.includes(` ${spaced(one)} `);
  if (own.test.some(isOwn)) return 'test';
  const is = (patterns: readonly RegExp[]) =>
    parts.some((part) => patterns.some((pattern) => pattern.test(part)) && !ASKS_ONLY.test(part));
  // A project that says how it is tested is tested in that way and in the usual ones.
  if (is(TESTS)) return 'test';
  return own.build.some(isOwn) || is(BUILDS) ? 'build' : null;
}

function partsOf(command: string): readonly string[] {
  return command
    .replace(/\\\n/g, ' ')
    .replace(/'[^']*'|"(?:[^"\\]|\\.)*"/g, '"…"')
    .split(/&&|\|\||[;|&\n]/)
    .map((part) =>
      spaced(part)
        .replace(/^\(\s*/, '')
        .replace(BEFORE, ''),
    );
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
