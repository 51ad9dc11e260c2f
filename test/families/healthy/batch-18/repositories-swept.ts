/**
 * One question, put to forty and more repositories, buckets or hosts by the same command; nearly all give the same no.
 */
import type { Printed } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly ask: string;
  readonly list: string;
  readonly command: (name: string) => string;
  readonly no: (name: string) => Printed;
  readonly yes: (name: string) => Printed;
}

const owners = (agent: ScriptedAgent): Scene => ({
  ask: 'Which of our repositories have a CODEOWNERS file? Check each and give me the list.',
  list: 'gh repo list acme --limit 200 --json name -q ".[].name"',
  command: (name) => `gh api repos/acme/${name}/contents/.github/CODEOWNERS -q .path`,
  no: () => ({
    text: '{"message":"Not Found","documentation_url":"https://docs.github.com/rest/repos/contents#get-repository-content","status":"404"}gh: Not Found (HTTP 404)',
    exit: 1,
  }),
  yes: () => ({ text: `.github/CODEOWNERS (${agent.between(80, 900)} bytes)` }),
});

const buckets = (agent: ScriptedAgent): Scene => ({
  ask: 'List the buckets that have a lifecycle rule, and what it says.',
  list: "aws s3api list-buckets --query 'Buckets[].Name' --output text",
  command: (name) => `aws s3api get-bucket-lifecycle-configuration --bucket ${name}`,
  no: () => ({
    text: 'An error occurred (NoSuchLifecycleConfiguration) when calling the GetBucketLifecycleConfiguration operation: The lifecycle configuration does not exist',
    exit: 254,
  }),
  yes: () => ({
    text: `{"Rules":[{"ID":"expire-${agent.words.noun()}","Expiration":{"Days":${agent.between(7, 365)}},"Status":"Enabled"}]}`,
  }),
});

const hosts = (agent: ScriptedAgent): Scene => ({
  ask: 'Find out on which hosts the old metrics agent still runs.',
  list: 'cat inventory/hosts.txt',
  command: (name) => `ssh -o BatchMode=yes ${name} systemctl is-active metricsd`,
  no: () => ({ text: 'inactive', exit: 3 }),
  yes: () => ({ text: agent.pick(['active', 'activating', 'active']) }),
});

export const repositoriesSwept: Family = {
  name: 'h_repositories_swept',
  what: 'puts one question to each of many repositories, buckets or hosts, and nearly all say the same no',
  batch: 18,
  play(agent) {
    const { words } = agent;
    const { ask, list, command, no, yes } = agent.pick([owners, buckets, hosts])(agent);
    const names = Array.from(
      { length: agent.between(40, 70) },
      (_, index) => `${words.project()}-${words.noun()}-${String(index + 1).padStart(2, '0')}`,
    );
    agent.prompt(ask);
    agent.shell(list, names.join('\n'));
    const found = names.filter((name) => {
      const has = agent.random.chance(0.08);
      agent.shell(command(name), has ? yes(name) : no(name));
      return has;
    });
    agent.answer(`${found.length} of ${names.length}: ${found.join(', ')}`);
  },
};
