/** Agents that are held in each way that there is, and the person beside their server. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { HoldKind } from '../../src/core/index.ts';
import { namedToken } from '../kit/named-token.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { asking, TOKEN, type RunningControl } from './running-control.ts';

const FAILED = { status: 'FAILED', latencyMs: 1, tokens: 0, cachedTokens: 0 } as const;

/** Failing calls until the agent is refused for its health in this way. */
export async function failUntil(
  { gate }: Pick<RunningControl, 'gate'>,
  agent: string,
  kind: HoldKind,
): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) {
    const admission = await gate.admit(asking(agent));
    if (admission.allowed) await admission.call.finish(FAILED);
    else if (admission.refusal.kind === kind) return;
    else await gate.operate({ agent, action: 'resume', by: 'ada', why: 'again' });
  }
  throw new Error(`${agent} never came to ${kind}`);
}

/** Raises a hold as it is raised in life. */
export async function raise(running: RunningControl, hold: HoldKind, agent: string): Promise<void> {
  const { gate } = running;
  const act = { agent, by: 'ada', why: 'a test' };
  switch (hold) {
    case 'manual':
      await gate.operate({ ...act, action: 'deactivate' });
      return;
    case 'paused':
      await gate.operate({ ...act, action: 'pause' });
      return;
    case 'stop_all':
      await gate.stopAll('ada', 'a test');
      return;
    case 'soft_suspend':
    case 'hard_stop':
      await failUntil(running, agent, hold);
      return;
    case 'kill_switch':
      await gate.signal({ agent, source: 'detector', change: 'raise', hold, details: 'it loops' });
      return;
    case 'approval': {
      const source = 'policy';
      await gate.signal({ agent, source, change: 'raise', hold, target: 'deploy', details: 'ask' });
      return;
    }
    case 'parked': {
      const plan = { windDown: 95 };
      await gate.operate({ ...act, action: 'configure', envelope: { plan } });
      const admission = await gate.admit(asking(agent));
      if (!admission.allowed) throw new Error('an agent with room in its plan was refused');
      const resetAt = gate.clock.now() + 3_600_000;
      const windows = [{ name: 'five_hour', resetAt, used: 9_600 }];
      await admission.call.finish({ ...FAILED, status: 'SUCCESS', plan: { windows } });
      return;
    }
    default:
      await gate.signal({ agent, source: 'loop', change: 'raise', hold, details: 'a test' });
  }
}

let tokens = 0;

/** Runs a command as a person does beside this server. */
export async function person({ control }: RunningControl, args: readonly string[]) {
  const home = temporaryFolder();
  onTestFinished(() => rmSync(home, { recursive: true }));
  const data = join(home, '.tripwire');
  mkdirSync(data);
  const { url } = control;
  const note = { pid: process.pid, url, adminUrl: url, startedAt: 0 };
  writeFileSync(join(data, 'server.json'), JSON.stringify(note));
  writeFileSync(join(data, 'admin-token'), TOKEN);
  tokens += 1;
  const token = await namedToken(url, TOKEN, `ci-${tokens}`);
  const environment = { HOME: home, TRIPWIRE_DATA: '', TRIPWIRE_ADMIN_TOKEN: token };
  return runTripwire(args, '', { ...environment, TRIPWIRE_ADMIN_URL: '' });
}
