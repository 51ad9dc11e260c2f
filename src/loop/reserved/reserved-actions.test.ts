/** Which commands do something that may be reserved: read as a shell reads them, however they are written. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { readCommandLine } from '../../shell/index.ts';
import { beyondRoles, RESERVED_BY_DEFAULT, reservedAmong } from '../manifest/roles.ts';
import { personsCommands } from './own-commands.ts';
import { reservedActions } from './reserved-actions.ts';
import { isTelling } from './telling-words.ts';

/** On a branch, or in a folder without one. */
function actions(line: string, branch: string | null = 'feature'): readonly string[] {
  return isTelling(line) ? reservedActions(readCommandLine(line), '/p', () => branch) : [];
}

function reserved(line: string, branch: string | null = 'feature'): readonly string[] {
  return reservedAmong(actions(line, branch), RESERVED_BY_DEFAULT);
}

describe('pushes', () => {
  test.each([
    ['git push origin main', 'push:main'],
    ['git push origin HEAD:main', 'push:main'],
    ['git push origin feature:refs/heads/main', 'push:main'],
    ['git push --set-upstream origin release/2.1', 'push:release/2.1'],
    ['git push -uf origin feature', 'force-push:feature'],
    ['git push --force-with-lease origin feature', 'force-push:feature'],
    ['git push --forc origin feature', 'force-push:feature'],
    ['git push origin +feature', 'force-push:feature'],
    ['git push origin :feature', 'force-push:feature'],
    ['git push -d origin feature', 'force-push:feature'],
    ['git push --mirror', 'force-push:?'],
    ['git push --all origin', 'push:?'],
    ['git push origin "refs/heads/*:refs/heads/*"', 'push:?'],
    ['git push origin $BRANCH', 'push:?'],
    ['git push $ARGS', 'push:?'],
    ['git push --tags', 'tag:?'],
    ['git push origin v1.2.0', 'tag:v1.2.0'],
    ['git push origin tag nightly', 'tag:nightly'],
    ['git push origin refs/tags/nightly', 'tag:nightly'],
    ['git -c alias.p=push p origin main', 'push:?'],
    ['git $VERB origin main', 'push:?'],
    ['GIT_DIR=/x/.git git push', 'push:?'],
    ['git subtree push --prefix docs origin main', 'push:main'],
    ['git tag v1', 'tag:v1'],
    ['git tag -a v1 -m "first"', 'tag:v1'],
    ['git tag -d v1', 'tag:v1'],
    ['echo "git push origin main" | sh', 'unreadable:?'],
  ])('%s', (line, action) => {
    expect(reserved(line)).toContain(action);
  });

  test.each([
    'git push origin feature',
    'git push -u origin HEAD',
    'git push',
    'git push origin main --dry-run',
    'git push origin main:feature',
    'git commit -m "push to main"',
    'git commit -m "$(cat <<\'EOF\'\nwhy we push to main and publish\nEOF\n)"',
    'echo git push origin main',
    'git log --grep="git push"',
    'git tag',
    "git tag -l 'v*'",
    'git tag --contains HEAD',
    'git tag --sort=-creatordate',
    'git stash push -m tag',
    'git fetch origin main',
    'grep -rn "npm publish" docs',
  ])('ordinary: %s', (line) => {
    expect(reserved(line)).toEqual([]);
  });

  test('a push that names no branch goes to the one that the chain is on', () => {
    expect(reserved('git push', 'main')).toEqual(['push:main']);
    expect(reserved('git push', null)).toEqual(['push:?']);
    expect(reserved('git switch -c fix && git push -u origin HEAD', 'main')).toEqual([]);
    expect(reserved('git checkout -b fix && npm test && git push -u origin HEAD', 'main')).toEqual(
      [],
    );
    expect(reserved('git switch -c fix; git push -u origin HEAD', 'main')).toEqual(['push:main']);
    expect(reserved('git switch -c fix && npm test; git push', 'main')).toEqual(['push:main']);
    expect(reserved('git checkout main && git push')).toEqual(['push:main']);
    expect(reserved('git checkout README.md && git push', 'main')).toEqual(['push:main']);
    expect(reserved('(git switch -c fix) && git push', 'main')).toEqual(['push:main']);
    expect(reserved('git switch - && git push')).toEqual(['push:?']);
  });

  test('in another folder its branch counts', () => {
    const branchOf = (folder: string) => (folder === '/q' ? 'main' : 'feature');
    const inFolders = (line: string) =>
      reservedAmong(reservedActions(readCommandLine(line), '/p', branchOf), RESERVED_BY_DEFAULT);
    expect(inFolders('git -C ../q push')).toEqual(['push:main']);
    expect(inFolders('cd ../q && git push')).toEqual(['push:main']);
    expect(inFolders('cd ../q; git push')).toEqual(['push:main']);
    expect(inFolders('cd "$X" && git push')).toEqual(['push:?']);
    expect(inFolders('cd docs && git push')).toEqual([]);
  });
});

describe('publishing and deploying', () => {
  test.each([
    ['npm publish', 'publish:npm'],
    ['npm --silent publish --access public', 'publish:npm'],
    ['pnpm -r publish', 'publish:pnpm'],
    ['yarn npm publish', 'publish:yarn'],
    ['cargo publish', 'publish:cargo'],
    ['python3 -m twine upload dist/*', 'publish:twine'],
    ['gem push a.gem', 'publish:gem'],
    ['docker push a/b', 'publish:docker'],
    ['docker buildx build --push -t a/b .', 'publish:docker'],
    ['gh release create v1', 'publish:gh'],
    ['npm version patch', 'tag:?'],
    ['gh pr merge 12 --squash', 'merge:gh'],
    ['kubectl --context prod apply -f x.yaml', 'deploy:kubectl'],
    ['kubectl delete pod x', 'deploy:kubectl'],
    ['terraform -chdir=infra apply -auto-approve', 'deploy:terraform'],
    ['terraform destroy', 'deploy:terraform'],
    ['helm upgrade --install x ./chart --version 1.2', 'deploy:helm'],
    ['npx -y vercel@latest deploy --prod', 'deploy:vercel'],
    ['vercel', 'deploy:vercel'],
    ['netlify deploy', 'deploy:netlify'],
    ['fly deploy', 'deploy:fly'],
    ['aws --profile p cloudformation deploy --stack-name s', 'deploy:aws'],
    ['gcloud beta run deploy s', 'deploy:gcloud'],
    ['az webapp deploy -n x', 'deploy:az'],
    ['npm publish --dry-run false', 'publish:npm'],
    ['npm publish --dry-run --no-dry-run', 'publish:npm'],
    ['$NPM publish', 'publish:?'],
  ])('%s', (line, action) => {
    expect(reserved(line)).toContain(action);
  });

  test.each([
    'npm install',
    'npm run build && npm test',
    'npm publish --dry-run',
    'npm publish --help',
    'npm version',
    'cargo build',
    'docker build -t push .',
    'docker compose up -d',
    'kubectl get pods',
    'kubectl apply -f x.yaml --dry-run=client',
    'terraform plan -out apply',
    'helm template install ./chart',
    'vercel env ls',
    'aws s3 ls',
    'gh pr create --title "deploy and publish" --body merge',
    'gh release list',
    'git apply x.patch',
    'pip install twine',
    'rm -rf dist && mkdir dist',
  ])('ordinary: %s', (line) => {
    expect(reserved(line)).toEqual([]);
  });
});

type Spelling = (line: string) => string;

/** What may stand before a simple command. */
const BEFORE: readonly Spelling[] = [
  (line) => `A=1 B="x y" ${line}`,
  (line) => `env A=1 ${line}`,
  (line) => `sudo ${line}`,
  (line) => `timeout 60 ${line}`,
  (line) => `nohup ${line}`,
];
/** What a simple command may be part of. */
const CHAINED: readonly Spelling[] = [
  (line) => line,
  (line) => `npm test && ${line}`,
  (line) => `${line} || true`,
  (line) => `true; ${line}`,
  (line) => `${line} 2>&1 | tail -5`,
  (line) => `${line} &`,
  (line) => `cat <<EOF > note.txt\nhello\nEOF\n${line}`,
];
/** What may be around any commands. */
const AROUND: readonly Spelling[] = [
  (line) => `( ${line}\n)`,
  (line) => `{ ${line}\n}`,
  (line) => `sh -c '${line.replaceAll("'", String.raw`'\''`)}'`,
  (line) => `bash -lc "${line.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`,
  (line) => `if true; then ${line}\nfi`,
  (line) => `while true; do ${line}\ndone`,
  (line) => `echo "$( ${line}\n)"`,
  (line) => `\n  ${line}\n`,
];

const some = (ways: readonly Spelling[], maxLength: number) =>
  fc.array(fc.constantFrom(...ways), { maxLength });
const spelled = fc
  .tuple(some(BEFORE, 2), fc.constantFrom(...CHAINED), some(AROUND, 3))
  .map(([before, chained, around]) => [...before, chained, ...around]);
const spell = (ways: readonly Spelling[], line: string) =>
  ways.reduce((text, way) => way(text), line);

describe('spellings', () => {
  verifies('L11', 'a reserved action is seen however its command is written', () => {
    const commands = [
      ['git push origin main', 'push:main'],
      ['git -C . push --force origin fix', 'force-push:fix'],
      ['g"i"t pu\\sh origin ma\'i\'n', 'push:main'],
      ['npm publish', 'publish:npm'],
      ['kubectl apply -f x.yaml', 'deploy:kubectl'],
    ] as const;
    fc.assert(
      fc.property(spelled, fc.constantFrom(...commands), (ways, [line, action]) => {
        expect(reserved(spell(ways, line))).toContain(action);
      }),
      { numRuns: 200 },
    );
  });

  verifies('L11', 'ordinary work stays ordinary however it is written', () => {
    const commands = [
      'git push origin feature',
      'git commit -m "publish main"',
      'npm test',
      'npm run build',
    ];
    fc.assert(
      fc.property(spelled, fc.constantFrom(...commands), (ways, line) => {
        expect(reserved(spell(ways, line))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('no text makes it throw', () => {
    const words = fc.constantFrom(
      'git',
      'push',
      '-C',
      '--',
      '$(',
      '`',
      '"',
      "'",
      '+',
      ':',
      'tag',
      '\\',
      'npx',
      '&&',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        const line = readCommandLine(parts.join(' '));
        expect(Array.isArray(reservedActions(line, '/p', () => null))).toBe(true);
        expect(Array.isArray(personsCommands(line))).toBe(true);
      }),
    );
  });
});

describe('roles', () => {
  test('a role does what its patterns say, and nobody forces a push unless it is written', () => {
    const may = (role: string, action: string, own = {}) =>
      beyondRoles([action], [role], own).length === 0;
    expect(may('developer', 'push:main')).toBe(true);
    expect(may('developer', 'publish:npm')).toBe(false);
    expect(may('releaser', 'publish:npm')).toBe(true);
    expect(may('releaser', 'force-push:main')).toBe(false);
    expect(may('operator', 'deploy:kubectl')).toBe(true);
    expect(may('tester', 'push:main')).toBe(false);
    expect(may('toString', 'push:main')).toBe(false);
    expect(may('developer', 'push:main', { developer: [] })).toBe(false);
    expect(may('admin', 'force-push:main', { admin: ['*'] })).toBe(true);
    expect(may('docs', 'push:release/docs-1', { docs: ['push:release/*-1'] })).toBe(true);
    expect(may('docs', 'push:release/docs-2', { docs: ['push:release/*-1'] })).toBe(false);
  });
});

test('commands of a person are seen, commands that only show are not', () => {
  const found = (line: string) => (isTelling(line) ? personsCommands(readCommandLine(line)) : []);
  expect(found('tripwire identity pin --role releaser')).toEqual(['tripwire identity pin']);
  expect(found('cd x && ./bin/tripwire resume a')).toEqual(['tripwire resume']);
  expect(found('npx agent-tripwire resume-all')).toEqual(['tripwire resume-all']);
  expect(found('sh -c "tripwire off"')).toEqual(['tripwire off']);
  expect(found('node node_modules/agent-tripwire/dist/cli/main.js release')).toEqual([
    'tripwire release',
  ]);
  for (const program of ['bin/start-hook.cjs', 'dist/program/main.js', 'dist/hook/main.cjs']) {
    expect(found(`node ${program} resume-all --yes`)).toEqual(['tripwire resume-all']);
  }
  expect(found('cd bin && sh tripwire resume a')).toEqual(['tripwire resume']);
  expect(found('tripwire doctor --json --accept-journal')).toEqual([
    'tripwire doctor --accept-journal',
  ]);
  expect(found('tripwire service remove')).toEqual(['tripwire service remove']);
  expect(found('echo {} | tripwire status-line')).toEqual(['tripwire status-line']);
  expect(found('tripwire migrate --from a --to b')).toEqual(['tripwire migrate']);
  expect(found('tripwire panic-link revoke x')).toEqual(['tripwire panic-link revoke']);
  expect(found('tripwire keys make other')).toEqual(['tripwire keys make']);
  expect(found('tripwire init --remove')).toEqual(['tripwire init --remove']);
  expect(found('echo {} | tripwire hook claude-code')).toEqual(['tripwire hook']);
  for (const line of [
    'tripwire identity show',
    'tripwire status',
    'tripwire keys',
    'tripwire doctor',
    'tripwire service status',
    'tripwire panic-link list',
    'node dist/program/main.js status',
    'grep -rn "tripwire resume" docs',
  ]) {
    expect(found(line)).toEqual([]);
  }
});
