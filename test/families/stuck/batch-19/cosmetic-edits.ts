/**
 * A build fails for a reason outside the file; the agent rewords, reformats and renames in that file and builds again.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Build {
  readonly command: string;
  readonly file: string;
  readonly says: () => string;
  readonly versions: readonly string[];
}

const linked = (agent: ScriptedAgent): Build => {
  const symbol = agent.words.symbol();
  return {
    command: 'cmake --build build -j8',
    file: 'CMakeLists.txt',
    says: () =>
      `[ ${agent.between(91, 97)}%] Linking CXX executable app\n/usr/bin/ld: CMakeFiles/app.dir/main.cpp.o: in function \`main':\nmain.cpp:(.text+0x${agent.words.hex(3)}): undefined reference to \`${symbol}(int)'\ncollect2: error: ld returned 1 exit status\nmake: *** [all] Error 2`,
    versions: [
      'target_link_libraries(app PRIVATE core)',
      '# link the core library\ntarget_link_libraries(app PRIVATE core)',
      'target_link_libraries(\n  app\n  PRIVATE core\n)',
      'target_link_libraries( app PRIVATE core )',
      '# app needs core\ntarget_link_libraries(app PRIVATE core)',
      'set(LIBS core)\ntarget_link_libraries(app PRIVATE ${LIBS})',
      'TARGET_LINK_LIBRARIES(app PRIVATE core)',
    ],
  };
};

const image = (agent: ScriptedAgent): Build => {
  const name = `lib${agent.words.noun()}-dev`;
  return {
    command: 'docker build -t app .',
    file: 'Dockerfile',
    says: () =>
      `#8 [4/9] RUN apt-get update && apt-get install -y ${name}\n#8 ${agent.between(18, 99) / 10} E: Unable to locate package ${name}\n#8 ERROR: process "/bin/sh -c apt-get update" did not complete successfully: exit code: 100`,
    versions: [
      `RUN apt-get update && apt-get install -y ${name}`,
      `# system packages\nRUN apt-get update && apt-get install -y ${name}`,
      `RUN apt-get update \\\n && apt-get install -y ${name}`,
      `RUN apt-get update \\\n && apt-get install --yes ${name}`,
      `RUN set -e; apt-get update; apt-get install -y ${name}`,
      `RUN apt-get -q update && apt-get -q install -y ${name}`,
      `# Install ${name}\nRUN apt-get update && apt-get install -y ${name} && true`,
    ],
  };
};

const schema = (agent: ScriptedAgent): Build => {
  const { words } = agent;
  const type = words.noun();
  const wanted = `${type.charAt(0).toUpperCase()}${type.slice(1)}Ref`;
  return {
    command: 'npm run build',
    file: 'src/index.ts',
    says: () =>
      `> tsc -p tsconfig.build.json\n\nsrc/index.ts(${agent.between(3, 6)},10): error TS2305: Module '"@${words.root.split('/').pop()}/schema"' has no exported member '${wanted}'.`,
    versions: [
      `import { ${wanted} } from '../schema';`,
      `import type { ${wanted} } from '../schema';`,
      `// types of the schema\nimport type { ${wanted} } from '../schema';`,
      `import {\n  ${wanted},\n} from '../schema';`,
      `import { type ${wanted} } from '../schema';`,
      `import { ${wanted} as Ref } from '../schema';`,
      `/* schema */ import { ${wanted} } from '../schema';`,
    ],
  };
};

export const cosmeticEdits: Family = {
  name: 's_cosmetic_edits',
  what: 'rewords and reformats the same few lines between builds that all fail for the same reason',
  batch: 19,
  limit: 10,
  play(agent) {
    const { command, file, says, versions } = agent.pick([linked, image, schema])(agent);
    const path = `${agent.words.root}/${file}`;
    agent.prompt(`Add the ${agent.words.noun()} ${agent.words.noun()} and get the build green.`);
    agent.warmUp(4, 14);
    agent.shell(command, { text: says(), exit: 2 });
    agent.loopBegins();
    let current = versions[0] ?? '';
    agent.times(11, 16, () => {
      const next = agent.pick(versions.filter((version) => version !== current));
      agent.edit(path, current, next);
      current = next;
      agent.shell(
        command,
        { text: says(), exit: 2 },
        {
          saying: agent.pick(['', 'That should do it.', 'Now it will build.', 'Building again.']),
          tookMs: agent.between(4000, 40_000),
        },
      );
    });
  },
};
