/**
 * A supervisor as a process of its own, to be killed: `node supervisor-program.ts PROJECT [ADVISOR…]`.
 *
 * It begins the night, or goes on with it, with two engines that are scripted workers. No server: what the gate holds
 * stands in a file of the project, and a file that cannot be read is a gate that does not answer.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStateFolder } from '../../src/loop/index.ts';
import type { Engine } from '../../src/loop/manifest/engines.ts';
import { openNight, superviseNight, type GateHold } from '../../src/night/index.ts';
import { testProgram } from '../kit/test-programs.ts';

const [, , project = '', ...advisor] = process.argv;
const isRunning = process.env['NIGHT_WORKER'] === 'running';
const worker = testProgram(
  isRunning ? 'test/loop/running-worker.ts' : 'test/loop/scripted-worker.ts',
);
const env = { ...process.env };
const place = { ...findStateFolder(project, env), env };
const command = (name: string) => [process.execPath, worker, project, name];
const own: Engine = {
  name: 'first',
  command: command('first'),
  context: 'default',
  cooldownMinutes: 600,
};
const night = await openNight(
  place,
  {
    task: 'Count to a hundred.',
    own,
    engine: null,
    maxIterations: null,
    untilMs: null,
    budgetTokens: null,
  },
  Date.now(),
);
const second: Engine = {
  ...own,
  name: 'second',
  command: command('second'),
  context: 'api_overload',
};
const leaving = new AbortController();
let isPaused = false;
process.on('SIGTERM', () => leaving.abort());
await superviseNight({
  place,
  night: {
    ...night,
    engines: [own, second],
    advisor: { commands: [advisor], timeoutSeconds: 60, maxCalls: 9, maxTokens: 9, maxUsd: 9 },
  },
  surround: () => ({ env, first: [] }),
  spent: () =>
    Promise.resolve({ tokens: 0, advisorTokens: 0, listCost: { microUsd: 0, unpricedCalls: 0 } }),
  priceAtMost: () => null,
  gateHolds: async () => gateHolds(),
  record: async ({ kind }) => {
    if (kind === 'pause' || kind === 'resume') isPaused = kind === 'pause';
  },
  heard: () => undefined,
  shown: (state) => {
    if (state.held.length > 0) console.log(`held ${state.held.join(' ')}`);
  },
  trouble: (message) => console.log(`trouble ${message}`),
  leaving: leaving.signal,
});
console.log('left');

function gateHolds(): readonly GateHold[] {
  const file = join(project, 'gate.json');
  const others = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as GateHold[]) : [];
  const pause = { name: 'paused', why: 'PAUSE is there', isHardStop: false, isOwnPause: true };
  return isPaused ? [...others, pause] : others;
}
