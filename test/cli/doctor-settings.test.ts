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
    /Not in force yet: .*evidence_days.*\. A restart from this terminal/,
  );
}, 120_000);

test('what is wrong comes first, settings last, and only those that somebody set', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  const env = { HOME: home.home, TRIPWIRE_PORT: '0', TRIPWIRE_ADMIN_PORT: '0' };
  home.configure('evidence_days: 3\n');
  const off = (await runTripwire(['doctor'], '', env)).stdout;
  expect(off).toMatch(/^1 thing is wrong here\n✗ kill switch: OFF/);
  const order = [
    '✗ kill switch',
    'An agent that runs as',
    '✓ node',
    'Protection: ',
    'evidence_days',
  ];
  const places = order.map((words) => off.indexOf(words));
  expect(places).toEqual(places.toSorted((left, right) => left - right));
  expect(places).not.toContain(-1);
  expect(off).not.toContain('wind_down.calls');
  const left = Number(/The other (\d+) settings have their default values/.exec(off)?.[1]);
  const every = (await runTripwire(['doctor', '--settings'], '', env)).stdout;
  const told = JSON.parse((await runTripwire(['doctor', '--json'], '', env)).stdout) as Doctored;
  expect(told.settings.filter(({ from }) => from === 'default')).toHaveLength(left);
  for (const { path } of told.settings) expect(every).toContain(`\n${path} `);

  home.configure('kill_switch:\n  enabled: true\n');
  expect((await runTripwire(['doctor'], '', env)).stdout).toMatch(/^Nothing is wrong here\.\n/);
}, 120_000);
