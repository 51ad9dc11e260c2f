/**
 * Two packages want different versions of a third one. The agent installs, is refused, pins, forces, removes everything
 * and installs again; the versions it tries come round again, and the build fails as it did before.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

function added(agent: ScriptedAgent): string {
  return `${agent.pick(['added', 'changed', 'removed'])} ${agent.between(1, 40)} packages, and audited ${agent.between(900, 960)} packages in ${agent.between(4, 50)}s\n\n${agent.between(90, 99)} packages are looking for funding`;
}

/** Begins with the first act, and picks another one each time. */
function neverTwiceInARow(agent: ScriptedAgent, acts: readonly (() => void)[]): void {
  let last = acts[0];
  last?.();
  agent.times(17, 24, () => {
    last = agent.pick(acts.filter((act) => act !== last));
    last();
  });
}

export const peerDependency: Family = {
  name: 's_peer_dependency',
  what: 'installs, pins, forces and removes packages in turn while the same two exclude each other',
  batch: 12,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const scope = words.project();
    const ui = `@${scope}/${words.noun()}-ui`;
    const core = `@${scope}/${words.noun()}-core`;
    const old = agent.between(4, 16);
    const charts = `@${scope}/${words.noun()}-charts`;
    const version = `${agent.between(0, 3)}.${agent.between(0, 20)}.1`;
    const vite = `6.${agent.between(0, 3)}.${agent.between(0, 9)}`;
    const symbol = words.symbol();
    /** The new core breaks the charts, the old one breaks the new surface. */
    const refused = (isNew: boolean) => ({
      text: `npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error\nnpm error While resolving: ${scope}-web@${version}\nnpm error Found: ${core}@${isNew ? `${old + 1}.1.0` : `${old}.8.1`}\nnpm error node_modules/${core}\nnpm error\nnpm error Could not resolve dependency:\nnpm error peer ${core}@"^${isNew ? old : old + 1}.0.0" from ${isNew ? `${charts}@2.4.0` : `${ui}@${old + 2}.0.3`}\nnpm error\nnpm error Fix the upstream dependency conflict, or retry\nnpm error this command with --force or --legacy-peer-deps\nnpm error A complete log of this run can be found in: /root/.npm/_logs/${agent.clock().replaceAll(':', '_')}-debug-0.log`,
      exit: 1,
    });
    const broken = () => ({
      text: `> ${scope}-web@${version} build\n> vite build\n\nvite v${vite} building for production...\ntransforming (${agent.between(11, 90)}) src/main.tsx\nerror during build:\nsrc/app.tsx (3:9): "${symbol}" is not exported by "node_modules/${core}/dist/index.js", imported by "node_modules/${ui}/dist/index.js".`,
      exit: 1,
    });
    agent.prompt(`Upgrade ${ui} to ${old + 2} and get the build green again.`);
    agent.read(
      `${words.root}/package.json`,
      JSON.stringify(
        { dependencies: { [ui]: `^${old + 1}.2.0`, [core]: `^${old}.8.1`, [charts]: '^2.4.0' } },
        null,
        2,
      ),
    );
    agent.warmUp(0, 4);
    agent.loopBegins();
    const acts: readonly (() => void)[] = [
      () => agent.shell(`npm install ${ui}@${old + 2}`, refused(false)),
      () =>
        agent.shell(
          `npm install ${core}@${agent.pick([`${old + 1}`, `^${old + 1}.0.0`, `${old + 1}.1.0`])}`,
          refused(true),
        ),
      () => {
        agent.shell(
          `npm install ${ui}@${old + 2} ${agent.pick(['--legacy-peer-deps', '--force'])}`,
          added(agent),
        );
        agent.shell('npm run build', broken());
      },
      () => {
        agent.shell('rm -rf node_modules package-lock.json && npm cache clean --force', '');
        agent.shell('npm install', refused(false), {
          saying: agent.pick(['A clean install should sort it out.', 'Start from scratch.', '']),
        });
        agent.shell('npm install --legacy-peer-deps', added(agent));
      },
      () => {
        agent.shell(`npm uninstall ${agent.pick([ui, core])}`, added(agent));
        agent.shell(
          `npm install ${core}@${old}.8.1 ${ui}@${agent.pick([old + 1, old + 2])}`,
          refused(false),
        );
      },
      () => agent.shell('npm run build', broken()),
      () =>
        agent.shell(
          `npm ls ${core}`,
          `${scope}-web@${version} ${words.root}\n├── ${core}@${old}.8.1 invalid: "^${old + 1}.0.0" from node_modules/${ui}\n└─┬ ${ui}@${old + 2}.0.3\n  └── ${core}@${old}.8.1 deduped invalid`,
        ),
    ];
    neverTwiceInARow(agent, acts);
  },
};
