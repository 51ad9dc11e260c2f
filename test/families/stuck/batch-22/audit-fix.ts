/**
 * Advisories remain for which there is no fix; the agent lets the package manager fix, forces, deletes the lock and audits again.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly audit: string;
  readonly says: (agent: ScriptedAgent) => string;
  readonly tries: readonly string[];
  /** What a try prints. */
  readonly done: (agent: ScriptedAgent) => string;
}

function scenes(agent: ScriptedAgent): readonly Scene[] {
  const { words } = agent;
  const [name, id] = [`${words.noun()}-${words.noun()}`, agent.between(1_000_000, 1_200_000)];
  const version = `${agent.between(1, 4)}.${agent.between(0, 20)}.${agent.between(0, 9)}`;
  return [
    {
      audit: 'npm audit',
      says: () =>
        `# npm audit report\n\n${name}  *\nSeverity: high\nPrototype Pollution in ${name} - https://github.com/advisories/GHSA-${id}\nNo fix available\nnode_modules/${name}\n\n1 high severity vulnerability`,
      tries: [
        'npm audit fix',
        'npm audit fix --force',
        `npm update ${name}`,
        'rm -rf node_modules package-lock.json && npm install',
        `npm install ${name}@latest`,
      ],
      done: (now) =>
        `up to date, audited ${now.between(300, 1400)} packages in ${now.between(2, 40)}s`,
    },
    {
      audit: 'pip-audit',
      says: () =>
        `Found 1 known vulnerability in 1 package\nName ${name} Version ${version} ID PYSEC-2026-${id % 900} Fix Versions\n`,
      tries: [
        'pip-audit --fix',
        `pip install -U ${name}`,
        'pip install -U -r requirements.txt',
        `pip install --force-reinstall ${name}`,
        'pip-compile --upgrade',
      ],
      done: () =>
        `Requirement already satisfied: ${name} in ./.venv/lib/python3.13/site-packages (${version})`,
    },
    {
      audit: 'cargo audit',
      says: (now) =>
        `      Loaded ${now.between(790, 830)} security advisories\n    Scanning Cargo.lock for vulnerabilities (312 crate dependencies)\nCrate:     ${name}\nVersion:   ${version}\nID:        RUSTSEC-2026-0${id % 900}\nSolution:  No fixed upgrade is available!\n\nerror: 1 vulnerability found!`,
      tries: [
        `cargo update -p ${name}`,
        'cargo update',
        'cargo audit fix',
        'rm Cargo.lock && cargo generate-lockfile',
        `cargo upgrade -p ${name}`,
      ],
      done: (now) =>
        `    Updating crates.io index\n     Locking ${now.between(0, 3)} packages to latest compatible versions`,
    },
  ];
}

export const auditFix: Family = {
  name: 's_audit_fix',
  what: 'upgrades, forces and installs anew while an audit names the same advisory without a fix each time',
  batch: 22,
  limit: 16,
  play(agent) {
    const { audit, says, tries, done } = agent.pick(scenes(agent));
    agent.prompt('Make the security audit in CI green.');
    agent.warmUp(1, 5);
    agent.shell(audit, { text: says(agent), exit: 1 });
    agent.loopBegins();
    agent.times(12, 17, () => {
      agent.shell(agent.pick(tries), done(agent), {
        saying: agent.pick(['', '', 'This should resolve it.', 'Let me try to upgrade it.']),
        tookMs: agent.between(3000, 40_000),
      });
      agent.shell(audit, { text: says(agent), exit: 1 });
    });
  },
};
