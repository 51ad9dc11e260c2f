import { errorWords } from '../../base/error-words.ts';
import { withDeadline } from '../../base/node/deadline.ts';
import type { Gate } from '../../gate/index.ts';
import { GENESIS_HASH, verifyChain } from '../../journal/index.ts';
import type { Store } from '../../store/index.ts';
import { httpAgent, type AgentEnd } from '../../testing/index.ts';

/** Where the drill takes place. */
export interface DrillStage {
  /** Of the data plane. */
  readonly url: string;
  readonly gate: Pick<Gate, 'operate' | 'stopAll' | 'resumeAll' | 'onEvent'>;
  readonly store: Store;
  /** Requests that arrived at the provider so far. */
  requests(): number;
  /** Why a loop is not stopped under the settings in force; null where it must be. */
  readonly switchProblem?: string | null;
}

/** What was tried and how it went. */
export interface DrillStep {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

const LOOP_REQUESTS_MAX = 60;
const STEP_MS_MAX = 20_000;
const WAIT_MS_MAX = 12_000;
const ROWS_MAX = 10_000;

/** The step that needs the kill switch; the others are stops by people. */
export const LOOP_STEP = 'a loop is stopped';

/** A step that did not go as it must. */
class Broken extends Error {}

/** Goes through all steps, also after one that failed. */
export async function drillStage(
  stage: DrillStage,
  agent: string,
  tell: (step: DrillStep) => void,
): Promise<void> {
  const other = `${agent}-other`;
  const isOff = (stage.switchProblem ?? null) !== null;
  const by = 'drill';
  const steps: readonly (readonly [string, () => Promise<string>])[] = [
    ['a request passes before anything is wrong', () => passes(stage, agent)],
    [LOOP_STEP, () => loopStops(stage, agent)],
    // Nothing was stopped where the switch is off.
    ...(isOff
      ? []
      : [['nothing more of it reaches the provider', () => refused(stage, agent)] as const]),
    [
      'a person’s release lets it work again',
      async () => {
        await stage.gate.operate({ agent, action: 'activate', by, why: 'the drill continues' });
        return passes(stage, agent);
      },
    ],
    [
      'a person stops it by hand',
      async () => {
        await stage.gate.operate({ agent, action: 'deactivate', by, why: 'drill' });
        return refused(stage, agent);
      },
    ],
    [
      'stop-all stops an agent that did nothing wrong',
      async () => {
        await stage.gate.stopAll(by, 'drill');
        const words = await refused(stage, other);
        await stage.gate.resumeAll(by, 'the drill continues');
        await passes(stage, other);
        return `${words}; after resume-all it passes`;
      },
    ],
    ['all of it is in the journal, and its chain verifies', () => verified(stage.store, agent)],
  ];
  for (const [name, work] of steps) tell(await tried(name, work));
}

async function tried(name: string, work: () => Promise<string>): Promise<DrillStep> {
  try {
    const detail = await withDeadline(work(), STEP_MS_MAX, () => {
      throw new Broken(`nothing came back within ${STEP_MS_MAX / 1_000} s`);
    });
    return { name, ok: true, detail };
  } catch (error) {
    const detail = errorWords(error);
    return { name, ok: false, detail };
  }
}

/** One request as a client of this agent. */
function askOnce(stage: DrillStage, agent: string) {
  return httpAgent({
    baseUrl: `${stage.url}/agents/${agent}/anthropic`,
    format: 'anthropic',
    kind: 'healthy',
    requestsMax: 1,
    stepDelayMs: 0,
  });
}

async function passes(stage: DrillStage, agent: string): Promise<string> {
  const before = stage.requests();
  const { steps, status, message } = await askOnce(stage, agent);
  const arrived = stage.requests() - before;
  if (steps === 1 && arrived === 1) return 'it was answered, by the provider';
  throw new Broken(`it did not pass (HTTP ${status}, ${arrived} requests arrived): ${message}`);
}

async function refused(stage: DrillStage, agent: string): Promise<string> {
  const before = stage.requests();
  const { reason, status, message } = await askOnce(stage, agent);
  const arrived = stage.requests() - before;
  if (arrived > 0) throw new Broken(`${arrived} requests reached the provider after the stop`);
  if (reason !== 'refused') throw new Broken(`it was not refused but ${reason}: ${message}`);
  return `refused with HTTP ${status}, and nothing reached the provider`;
}

async function loopStops(stage: DrillStage, agent: string): Promise<string> {
  const { switchProblem = null } = stage;
  if (switchProblem !== null) throw new Broken(switchProblem);
  const over = new AbortController();
  let forget: () => void = () => undefined;
  const vetoed = new Promise<string>((resolve) => {
    forget = stage.gate.onEvent(({ agent: who, eventType, reason }) => {
      if (who === agent && eventType === 'veto') resolve(reason);
    });
  });
  const loop = httpAgent({
    baseUrl: `${stage.url}/agents/${agent}/openai/v1`,
    format: 'openai-chat',
    kind: 'looping',
    requestsMax: LOOP_REQUESTS_MAX,
    stepDelayMs: 0,
    signal: over.signal,
  });
  const first = await Promise.race([loop, vetoed]);
  forget();
  // A veto makes it wait; where the kill switch acts, its next request is refused at once.
  const ended = typeof first === 'string' ? await endedSoon(loop) : first;
  if (ended === null) {
    over.abort();
    await stage.gate.operate({ agent, action: 'deactivate', by: 'drill', why: 'made to wait' });
    throw new Broken(`it was made to wait, not stopped: ${typeof first === 'string' ? first : ''}`);
  }
  const { reason, steps, message } = ended;
  if (reason === 'refused') return `after ${steps} calls: ${message}`;
  throw new Broken(`${steps} calls of the same loop passed, and it was not stopped (${reason})`);
}

/** How it ended, within a while; null where it still waits. */
function endedSoon(loop: Promise<AgentEnd>): Promise<AgentEnd | null> {
  return withDeadline(loop, WAIT_MS_MAX, () => null);
}

async function verified(store: Store, agent: string): Promise<string> {
  const rows = await store.read(agent, 1, ROWS_MAX);
  const report = await verifyChain(rows, { seq: 0, hash: GENESIS_HASH });
  if (!report.ok) throw new Broken(report.problem);
  if (report.rows === 0) throw new Broken('nothing of the drill was recorded');
  return `${report.rows} rows`;
}
