/**
 * What a command under `tripwire run` finds in its environment: its own key, and nothing with which it could do without
 * Tripwire or release itself.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 120_000 });

const SETTINGS = `registration: closed
upstreams:
  anthropic:
    key: env:HELD_KEY
  other:
    url: http://127.0.0.1:9
    format: openai
    key: env:OTHER_KEY
    headers: { x-account: env:ACCOUNT }
chat_commands:
  slack: env:SLACK_SECRET
`;
/** With a name in it, such a token releases without a person. */
const SECRETS = {
  TRIPWIRE_ADMIN_TOKEN: 'twc_the-token-of-a-person',
  HELD_KEY: 'sk-held-by-tripwire',
  OTHER_KEY: 'sk-other-held-by-tripwire',
  ACCOUNT: 'account-of-the-owner',
  SLACK_SECRET: 'slack-signing-secret',
};
const SHOW = 'console.log(JSON.stringify(process.env)); console.log("TASK_COMPLETE")';

async function shown(...words: readonly string[]): Promise<string> {
  const at = await newHome();
  onTestFinished(() => at.provider.close());
  at.configure(SETTINGS);
  const project = join(at.home, 'project');
  mkdirSync(project);
  const own = { TRIPWIRE_DIR: join(project, '.geometry'), MINE: 'kept' };
  const command = ['--', process.execPath, '-e', SHOW];
  const { stdout } = await runTripwire(['run', ...words, ...command], '', {
    ...at.env,
    ...own,
    ...SECRETS,
  });
  return stdout;
}

test.each([[[]], [['--task', 'Show it.', '--until', '1h']]])(
  'no secret of Tripwire or of a person, %j',
  async (words) => {
    const stdout = await shown(...words);
    for (const secret of Object.values(SECRETS)) expect(stdout).not.toContain(secret);
    expect(stdout).toContain('"MINE":"kept"');
    const [line = ''] = stdout.split('\n');
    const { TRIPWIRE_AGENT_KEY: key, OTHER_KEY: other } = JSON.parse(line) as Record<
      string,
      string
    >;
    // What looks for the provider's key finds the agent's own.
    expect(key).toMatch(/^tw/);
    expect(other).toBe(key);
  },
);
