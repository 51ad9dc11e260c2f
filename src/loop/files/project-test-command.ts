/**
 * What runs a project's tests, by the files at its root.
 *
 * Only for the words of a prompt: the command is named, never run.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textIfReadable } from '../../base/node/file-text.ts';

interface Sign {
  readonly file: string;
  readonly command: string;
}

const SIGNS: readonly Sign[] = [
  { file: 'Cargo.toml', command: 'cargo test' },
  { file: 'go.mod', command: 'go test ./...' },
  { file: 'pytest.ini', command: 'pytest' },
  { file: 'conftest.py', command: 'pytest' },
  { file: 'tox.ini', command: 'tox' },
  { file: 'mvnw', command: './mvnw test' },
  { file: 'pom.xml', command: 'mvn test' },
  { file: 'gradlew', command: './gradlew test' },
  { file: 'build.gradle', command: 'gradle test' },
  { file: 'build.gradle.kts', command: 'gradle test' },
  { file: 'phpunit.xml', command: 'vendor/bin/phpunit' },
  { file: 'phpunit.xml.dist', command: 'vendor/bin/phpunit' },
  { file: '.rspec', command: 'bundle exec rspec' },
];

const LOCK_FILES: readonly Sign[] = [
  { file: 'pnpm-lock.yaml', command: 'pnpm test' },
  { file: 'yarn.lock', command: 'yarn test' },
  { file: 'bun.lock', command: 'bun test' },
];

/** The command; null when nothing tells. */
export function projectTestCommand(project: string): string | null {
  const has = ({ file }: Sign) => existsSync(join(project, file));
  if (
    /"test"\s*:\s*"(?!echo \\"Error: no test)/.test(
      textIfReadable(join(project, 'package.json')) ?? '',
    )
  ) {
    return LOCK_FILES.find(has)?.command ?? 'npm test';
  }
  const sign = SIGNS.find(has);
  if (sign !== undefined) return sign.command;
  if (/^\[tool\.pytest|\bpytest\b/m.test(textIfReadable(join(project, 'pyproject.toml')) ?? ''))
    return 'pytest';
  if (/^test:/m.test(textIfReadable(join(project, 'Makefile')) ?? '')) return 'make test';
  const names = namesIn(project);
  if (names.some((name) => /\.(?:sln|csproj|fsproj)$/.test(name))) return 'dotnet test';
  return namesIn(join(project, 'tests')).some((name) => /^test_.*\.py$/.test(name))
    ? 'pytest tests/'
    : null;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
