/**
 * Commands that publish or deploy something, as data: the program, the subcommands in order, the action.
 *
 * `*` stands for any word. Pushes and tags of git are read more closely, in git-actions.ts.
 */

/** A command and what it does. */
export interface ReservedCommand {
  readonly programs: readonly string[];
  readonly subcommands: readonly string[];
  /** Such as `publish`; the program's name is put behind it. */
  readonly kind: 'publish' | 'deploy' | 'merge' | 'tag';
}

function rows(
  kind: ReservedCommand['kind'],
  programs: string,
  ...sequences: readonly string[]
): readonly ReservedCommand[] {
  return sequences.map((sequence) => ({
    programs: programs.split(' '),
    subcommands: sequence === '' ? [] : sequence.split(' '),
    kind,
  }));
}

/** Every command that is known. */
export const RESERVED_COMMANDS: readonly ReservedCommand[] = [
  ...rows('publish', 'npm pnpm yarn bun', 'publish', 'unpublish', 'dist-tag add', 'deprecate'),
  ...rows('publish', 'yarn', 'npm publish', 'workspace * publish', 'workspace * npm publish'),
  ...rows('publish', 'lerna changeset poetry uv hatch flit pdm vsce ovsx', 'publish'),
  ...rows('publish', 'semantic-release release-it np', ''),
  ...rows('publish', 'cargo', 'publish', 'yank', 'release'),
  ...rows('publish', 'twine', 'upload'),
  ...rows('publish', 'gem', 'push', 'yank'),
  ...rows('publish', 'docker podman nerdctl', 'push', 'image push', 'manifest push'),
  ...rows(
    'publish',
    'docker podman nerdctl',
    'compose push',
    'build --push',
    'buildx build --push',
  ),
  ...rows('publish', 'docker-compose nuget', 'push'),
  ...rows('publish', 'dotnet', 'nuget push'),
  ...rows('publish', 'helm', 'push'),
  ...rows('publish', 'mvn mvnw', 'deploy'),
  ...rows('publish', 'gradle gradlew', 'publish'),
  ...rows('publish', 'gh', 'release create', 'release upload', 'release edit', 'release delete'),
  ...rows('publish', 'glab', 'release create'),
  ...rows('merge', 'gh', 'pr merge'),
  ...rows('merge', 'glab', 'mr merge'),
  ...rows('tag', 'npm pnpm yarn', 'version *'),
  ...rows('deploy', 'kubectl oc', 'apply', 'delete', 'create', 'replace', 'patch', 'scale'),
  ...rows('deploy', 'kubectl oc', 'rollout restart', 'rollout undo', 'set image'),
  ...rows(
    'deploy',
    'terraform tofu terragrunt',
    'apply',
    'destroy',
    'run-all apply',
    'run-all destroy',
  ),
  ...rows('deploy', 'helm', 'install', 'upgrade', 'uninstall', 'delete', 'rollback'),
  ...rows('deploy', 'helmfile', 'apply', 'sync', 'destroy'),
  ...rows('deploy', 'vercel', 'deploy', 'promote', 'rollback', '--prod'),
  ...rows('deploy', 'netlify fly flyctl firebase wrangler serverless sls cdk sam eb', 'deploy'),
  ...rows('deploy', 'wrangler', 'publish', 'pages deploy', 'pages publish'),
  ...rows('deploy', 'serverless sls', 'remove'),
  ...rows('deploy', 'cdk pulumi', 'destroy'),
  ...rows('deploy', 'pulumi railway', 'up'),
  ...rows('deploy', 'docker', 'stack deploy'),
  ...rows('deploy', 'gh', 'workflow run'),
  ...rows('deploy', 'aws', 'cloudformation deploy', 'cloudformation create-stack'),
  ...rows('deploy', 'aws', 'cloudformation update-stack', 'cloudformation delete-stack'),
  ...rows('deploy', 'aws', 'deploy create-deployment', 'amplify start-deployment', 's3 sync'),
  ...rows('deploy', 'aws', 'lambda update-function-code', 'ecs update-service'),
  ...rows('deploy', 'aws', 'elasticbeanstalk update-environment'),
  ...rows('deploy', 'gcloud', 'app deploy', 'run deploy', 'functions deploy', 'builds submit'),
  ...rows('deploy', 'gcloud', 'run services replace', '* app deploy', '* run deploy'),
  ...rows('deploy', 'gcloud', '* functions deploy'),
  ...rows(
    'deploy',
    'az',
    'webapp deploy',
    'webapp up',
    'webapp deployment *',
    'deployment * create',
  ),
  ...rows('deploy', 'az', 'containerapp up', 'containerapp update', 'functionapp deploy'),
  ...rows('deploy', 'az', 'functionapp deployment *', 'deployment create'),
];

/** Verbs by which a program that cannot be known is judged all the same. */
export const TELLING_VERBS: readonly string[] = [
  'publish',
  'push',
  'deploy',
  'apply',
  'destroy',
  'upload',
];
