/**
 * A build wants a package that no repository has; caches are cleared and flags are changed.
 */
import type { Family } from '../../family.ts';

export const artifactNotResolved: Family = {
  name: 's_artifact_not_resolved',
  what: 'builds with ever other flags and cleared caches; the same package cannot be resolved each time',
  batch: 27,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const artifact = `com.acme.${words.noun()}:${words.noun()}-client:${agent.between(1, 9)}.${agent.between(0, 20)}.0`;
    const text = `FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileJava'.\n> Could not resolve all files for configuration ':app:compileClasspath'.\n   > Could not find ${artifact}.\n     Required by:\n         project :app\n\nBUILD FAILED in`;
    agent.prompt('Make the project build.');
    agent.warmUp(1, 4);
    agent.loopBegins();
    agent.times(14, 24, () => {
      const act = agent.between(0, 5);
      if (act === 0) agent.shell('rm -rf ~/.gradle/caches', '');
      else if (act === 1)
        agent.edit(
          `${words.root}/build.gradle`,
          'repositories {',
          agent.pick([
            'repositories {\n  mavenLocal()',
            'repositories {\n  mavenCentral()',
            'repositories {\n  google()',
            'repositories {\n  jcenter()',
          ]),
        );
      else
        agent.shell(
          agent.pick([
            './gradlew build',
            './gradlew build --refresh-dependencies',
            './gradlew clean build',
            './gradlew build --no-daemon',
            './gradlew :app:compileJava --info',
          ]),
          { text: `${text} ${agent.between(1, 40)}s`, exit: 1 },
          { saying: agent.pick(['', 'Let me rebuild.', 'Trying a clean build.']) },
        );
    });
  },
};
