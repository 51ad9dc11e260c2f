/**
 * `tripwire drill`: a fake loop and a real stop, so that the switch is known to work before it is needed.
 *
 * The loop runs on a server of its own, with this code, the person's constitution and the kill switch in force, against a
 * made-up provider.
 * A server that runs already is only asked to stop and release an agent of the drill: its provider is the real one.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig, type Config } from '../../config/index.ts';
import type { KillSwitch } from '../../core/index.ts';
import { answeringServer } from '../../server/server-file.ts';
import { startServer } from '../../server/start.ts';
import { demoScript, startFakeProvider } from '../../testing/index.ts';
import { switchWords, type SwitchView } from '../agents/switch-text.ts';
import type { Command } from '../command.ts';
import { settingsInForce, type SettingsInForce } from '../doctor/settings.ts';
import { switchInForce } from '../doctor/switch.ts';
import { AdminServer } from '../server/admin-call.ts';
import { adminAt } from '../server/admin-place.ts';
import { configSources } from '../server/config-sources.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { span, type Line, wrap } from '../terminal/styled-line.ts';
import { drillRunningServer } from './running.ts';
import { drillStage, LOOP_STEP, type DrillStep } from './stage.ts';

const HELP = `tripwire drill [--data DIR] [--config FILE] [--json]

Lets a scripted agent loop against a made-up provider, and checks that it is really stopped: by the kill switch with the
settings in force here (off or in shadow is a failure), by a person and by stop-all, and that it works again when it is
resumed. If a Tripwire is running here, stopping an agent on it is checked too, with an agent named tripwire-drill. Its
provider isn't called, and lists and figures leave that agent out; events and incidents keep what was done to it.
  --data DIR       data folder (default ~/.tripwire); only a running Tripwire writes there
  --config FILE    settings (default tripwire.yaml in the data folder)
  --json           one JSON object a step: name, ok, detail
Exit codes: 0 the stop works; 1 it does NOT, or a loop would not be stopped under these settings; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: drill };

const DETAIL_INDENT = '    ';
const DETAIL_LINES_MAX = 8;

async function drill(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      config: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const sources = configSources(values.config, { data: values.data });
  const config = loadConfig(sources);
  const steps: DrillStep[] = [];
  const tell = (step: DrillStep) => {
    steps.push(step);
    if (values.json) sayJson(step);
    else printStep(step);
  };
  const running = await answeringServer(config.data);
  const inForce = await settingsInForce(config, running, process.env);
  const view = await switchInForce(config, running, process.env);
  await onOwnServer(config, switchOf(config, inForce), switchProblem(view), tell);
  if (running !== null) {
    const admin = new AdminServer(adminAt(running.adminUrl, config.data, process.env));
    await drillRunningServer({ admin, url: running.url }, tell);
  }
  const broken = steps.filter(({ ok }) => !ok);
  if (!values.json) printEnd(broken, running !== null);
  return broken.length === 0 ? 0 : 1;
}

/** The kill switch as it is in force for an agent that begins now. */
function switchOf({ killSwitch }: Config, { settings }: SettingsInForce): KillSwitch {
  const told = (name: string) => settings.find(({ path }) => path === `kill_switch.${name}`)?.value;
  return {
    ...killSwitch,
    threshold: Number(told('threshold') ?? killSwitch.threshold),
    windowSize: Number(told('window_size') ?? killSwitch.windowSize),
    detector: told('detector') === 'literal' ? 'literal' : 'progress',
  };
}

/** Why a loop would run on here; null where it would not. */
function switchProblem(view: SwitchView): string | null {
  if (view.state === 'on') return null;
  return `a loop would NOT be stopped here: the kill switch is ${switchWords(view)}`;
}

/** The drill on a server and a provider of its own, under the kill switch that is in force. */
async function onOwnServer(
  config: Config,
  inForce: KillSwitch,
  problem: string | null,
  tell: (step: DrillStep) => void,
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'tripwire-drill-'));
  const provider = await startFakeProvider({ script: demoScript });
  try {
    const fake = loadConfig({
      env: { TRIPWIRE_UPSTREAM_ANTHROPIC: provider.url, TRIPWIRE_UPSTREAM_OPENAI: provider.url },
      home: homedir(),
      flags: { data, port: 0, adminPort: 0, constitution: config.constitution },
    });
    const own = { ...fake, killSwitch: { ...inForce, enabled: problem === null, shadow: false } };
    const server = await startServer({ config: own, env: {}, log: () => undefined });
    const { url, gate, store } = server;
    const agent = `drill-${randomBytes(3).toString('hex')}`;
    const requests = () => provider.requests.length;
    try {
      await drillStage({ url, gate, store, requests, switchProblem: problem }, agent, tell);
    } finally {
      await server.close();
    }
  } finally {
    await provider.close();
    rmSync(data, { recursive: true, force: true });
  }
}

function printStep({ ok, name, detail }: DrillStep): void {
  printLines([
    [span(ok ? '✓ ' : '✗ ', ok ? 'green' : 'alarm'), span(name, ok ? 'plain' : 'bold')],
    ...wrap(detail, columns() - DETAIL_INDENT.length, DETAIL_LINES_MAX).map((line): Line => [
      span(`${DETAIL_INDENT}${line}`, ok ? 'dim' : 'red'),
    ]),
  ]);
}

/** Columns of the terminal; without one, no line is broken. */
function columns(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : Infinity;
}

function printEnd(broken: readonly DrillStep[], withRunning: boolean): void {
  if (broken.length === 0) {
    const also = withRunning ? ', also on the running server' : '';
    printLines([[span(`The stop works here${also}.`, 'green')]]);
    return;
  }
  if (broken.every(({ name }) => name === LOOP_STEP)) {
    printLines([
      [span('A LOOP WOULD NOT BE STOPPED HERE. A stop by a person works.', 'alarm')],
      [span('Arm the kill switch with tripwire arm, then run the drill again.')],
    ]);
    return;
  }
  printLines([
    [
      span(
        `THE STOP DOES NOT WORK: ${broken.length} of the steps failed. Do not rely on it.`,
        'alarm',
      ),
    ],
    [span('Run tripwire doctor, and end your agents by other means until the drill passes.')],
  ]);
}
