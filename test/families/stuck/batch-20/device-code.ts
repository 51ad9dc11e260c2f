/**
 * A sign-in needs a person to type a code in a browser; it is night, the code expires, and the agent asks for the next one.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly ask: string;
  readonly needs: readonly [string, string];
  readonly start: readonly string[];
  readonly shows: (code: string) => string;
  readonly expired: (agent: ScriptedAgent) => string;
}

const azure: Scene = {
  ask: 'Scale the staging app to three instances and tell me when that is done.',
  needs: [
    'az webapp list -o table',
    'ERROR: AADSTS700082: The refresh token has expired due to inactivity. To re-authenticate, please run: az login',
  ],
  start: [
    'az login --use-device-code',
    'az login --use-device-code --tenant acme.example',
    'az login --use-device-code --allow-no-subscriptions',
  ],
  shows: (code) =>
    `To sign in, use a web browser to open the page https://microsoft.com/devicelogin and enter the code ${code} to authenticate.`,
  expired: (agent) =>
    `ERROR: AADSTS70020: The provided value for the input parameter 'device_code' is not valid. This device code has expired. Trace ID: ${agent.words.uuid()} Timestamp: ${agent.clock()}`,
};

const github: Scene = {
  ask: 'Open a pull request with the changes on this branch.',
  needs: [
    'gh pr create --fill',
    'To get started with GitHub CLI, please run:  gh auth login\nAlternatively, populate the GH_TOKEN environment variable with a GitHub API authentication token.',
  ],
  start: [
    'gh auth login --web -h github.com -p https',
    'gh auth login -h github.com --web',
    'gh auth refresh -h github.com -s repo',
  ],
  shows: (code) =>
    `! First copy your one-time code: ${code}\nOpen this URL to continue in your web browser: https://github.com/login/device`,
  expired: () => 'error authenticating with web browser: context deadline exceeded',
};

const sso: Scene = {
  ask: 'Copy the nightly dump from the production bucket into ./dumps and check its size.',
  needs: [
    'aws s3 ls s3://nightly-dumps/',
    'Error when retrieving token from sso: Token has expired and refresh failed',
  ],
  start: [
    'aws sso login --no-browser --use-device-code',
    'aws sso login --profile prod --no-browser --use-device-code',
    'aws sso login --sso-session acme --no-browser --use-device-code',
  ],
  shows: (code) =>
    `Browser will not be automatically opened.\nPlease visit the following URL:\n\nhttps://acme.awsapps.com/start/#/device\n\nThen enter the code:\n\n${code}`,
  expired: () =>
    'An error occurred (ExpiredTokenException) when calling the CreateToken operation: None',
};

export const deviceCode: Family = {
  name: 's_device_code',
  what: 'asks for one sign-in code after the other, each of which expires because no person is there to enter it',
  batch: 20,
  limit: 12,
  play(agent) {
    const { ask, needs, start, shows, expired } = agent.pick([azure, github, sso]);
    agent.prompt(ask);
    agent.warmUp(1, 5);
    agent.shell(needs[0], { text: needs[1], exit: 1 });
    agent.loopBegins();
    agent.times(9, 14, () => {
      const waits = agent.random.chance(0.4);
      const code = `${agent.words.hex(4)}-${agent.words.hex(4)}`.toUpperCase();
      agent.shell(
        `timeout 110 ${agent.pick(start)}`,
        {
          text: waits ? shows(code) : `${shows(code)}\n${expired(agent)}`,
          exit: waits ? 124 : 1,
          seconds: 110,
        },
        {
          saying: agent.pick([
            '',
            'The code has expired. I will request a new one.',
            `Please enter the code that follows.`,
          ]),
          tookMs: 110_000,
        },
      );
      if (agent.random.chance(0.6)) agent.shell(needs[0], { text: needs[1], exit: 1 });
      if (agent.random.chance(0.3))
        agent.shell('sleep 60', { text: '', seconds: 60 }, { tookMs: 60_000 });
    });
  },
};
