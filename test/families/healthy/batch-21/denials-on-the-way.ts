/**
 * Some commands are not allowed; the agent does each of these steps in the way that is allowed and goes on.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Step {
  readonly denied: string;
  readonly allowed: string;
  readonly prints: string;
}

function steps({ words, port }: { words: ScriptedAgent['words']; port: number }): Step[] {
  const [a, b] = [words.noun(), words.noun()];
  return [
    {
      denied: 'sudo apt-get install -y jq',
      allowed: 'mise use jq@1.7',
      prints: 'mise jq@1.7 ✓ installed',
    },
    {
      denied: 'curl -fsSL https://get.pnpm.io/install.sh | sh',
      allowed: 'corepack enable pnpm',
      prints: '',
    },
    { denied: 'rm -rf dist', allowed: 'pnpm run clean', prints: '> clean\n> rimraf dist' },
    { denied: 'chmod -R 777 var', allowed: 'mkdir -p tmp/var', prints: '' },
    {
      denied: 'docker run -d postgres:17',
      allowed: 'docker compose up -d db',
      prints: ' Container db-1  Started',
    },
    {
      denied: 'psql -c "drop schema public cascade"',
      allowed: 'pnpm db:reset',
      prints: `Applied ${port % 40} migrations`,
    },
    {
      denied: 'git push --force',
      allowed: 'git push --force-with-lease',
      prints: `   ${words.hex(7)}..${words.hex(7)}  HEAD -> ${a}`,
    },
    {
      denied: 'npm install -g tsx',
      allowed: 'pnpm add -D tsx',
      prints: 'devDependencies:\n+ tsx 4.20.6',
    },
    { denied: `kill -9 $(lsof -ti:${port})`, allowed: 'pnpm dev:stop', prints: 'stopped' },
    { denied: `cat .env.${b}`, allowed: 'pnpm env:check', prints: '14 of 14 variables set' },
    { denied: `scp ${a}.sql db:/tmp`, allowed: `pnpm db:seed ${a}`, prints: `seeded ${port} rows` },
    { denied: 'crontab -e', allowed: `pnpm jobs:add ${b}`, prints: `job ${b} added` },
  ];
}

const REFUSALS = {
  claude: (command: string) => `Permission to use Bash with command ${command} has been denied.`,
  codex: () => 'exec command rejected by policy',
  gemini: (command: string) => `Tool execution denied by policy. Command: ${command}`,
  opencode: () =>
    'The user has specified a rule which prevents you from using this specific tool call.',
  custom: () => '{"error":"not_allowed"}',
} as const;

export const denialsOnTheWay: Family = {
  name: 'h_denials_on_the_way',
  what: 'sets a project up; many steps are denied in their first form and done at once in the form that is allowed',
  batch: 21,
  play(agent) {
    const { words, manner } = agent;
    agent.prompt('Set the project up from scratch as in CONTRIBUTING.md, and run it.');
    agent.read(`${words.root}/CONTRIBUTING.md`, words.prose(4, 9));
    for (const { denied, allowed, prints } of agent.shuffled(
      steps({ words, port: agent.between(3000, 9000) }),
    )) {
      if (agent.random.chance(0.75)) {
        agent.shell(denied, { text: REFUSALS[manner](denied), exit: 1 });
        if (agent.random.chance(0.2))
          agent.shell(`sudo ${denied}`, { text: REFUSALS[manner](`sudo ${denied}`), exit: 1 });
      }
      agent.shell(allowed, prints, {
        saying: agent.pick([
          '',
          'That is not allowed here; the script does the same.',
          'Like this.',
        ]),
      });
      agent.warmUp(0, 2);
    }
    agent.shell('pnpm test', `${agent.between(40, 300)} passed`);
    agent.answer('The project is set up and its tests pass.');
  },
};
