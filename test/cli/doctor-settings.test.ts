/** `tripwire doctor` beside a running server shows what that server has in force, not what this terminal would give it. */
import { expect, onTestFinished, test } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';

interface Doctored {
  readonly settings: readonly { readonly path: string; readonly value: unknown; from: string }[];
  readonly settings_of: string;
  readonly settings_differing: readonly string[];
}

test('the server’s settings are shown, and what here is otherwise is named', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  home.configure('evidence_days: 3\n');
  const env = { HOME: home.home };
  const doctor = async (): Promise<Doctored> =>
    JSON.parse((await runTripwire(['doctor', '--json'], '', env)).stdout) as Doctored;
  const valueOf = ({ settings }: Doctored, path: string) =>
    settings.find((one) => one.path === path)?.value;

  const alone = await doctor();
  expect(alone).toMatchObject({ settings_of: 'here', settings_differing: [] });
  expect(valueOf(alone, 'evidence_days')).toBe(3);

  const server = await startTripwire(home);
  onTestFinished(async () => void (await server.end()));
  // Written after the server read it; the provider's address is the server's variable alone.
  home.configure('evidence_days: 9\n');
  const beside = await doctor();
  expect(beside.settings_of).toBe('server');
  expect(valueOf(beside, 'evidence_days')).toBe(3);
  expect(valueOf(beside, 'upstreams.anthropic.url')).toBe(home.provider.url);
  expect(beside.settings_differing).toContain('evidence_days');
  // The server's ports were given with its command.
  expect(beside.settings_differing).not.toContain('admin_port');
  const shown = await runTripwire(['doctor'], '', env);
  expect(shown.stdout).toContain('in force in the running server');
  expect(shown.stdout).toMatch(
    /Different here, and in force if you start it again from this terminal: .*evidence_days/,
  );
}, 120_000);
