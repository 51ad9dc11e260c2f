/**
 * A whole Tripwire in this process: store, gate, data plane and control plane on one data folder.
 *
 * It starts as a whole or not at all, and what it opened it closes again in the opposite order. Stops that stand,
 * in the journal or as a file, are in force before the first port listens.
 */
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../base/environment.ts';
import { packageVersion } from '../base/node/package-folder.ts';
import { present } from '../base/present.ts';
import {
  attestFor,
  isShadowed,
  loadConstitution,
  type Config,
  type ConfigSources,
} from '../config/index.ts';
import type { Agent } from '../control/api/client.ts';
import { AgentKeyBook, startControl } from '../control/index.ts';
import { controlToken } from '../control/people/control-token.ts';
import type { Constitution } from '../core/index.ts';
import { secondOpinions, type Gate, type ServingTurn } from '../gate/index.ts';
import { chosenPrices, priceBy } from '../prices/index.ts';
import { holdsSecret, proxySettings, startProxy } from '../proxy/index.ts';
import type { Store } from '../store/index.ts';
import { askingRuleOf } from './approvals/asking-rule.ts';
import { ApprovalDesk } from './approvals/desk.ts';
import { ApprovalFeed } from './approvals/feed.ts';
import { wireApprovals } from './approvals/wire-door.ts';
import { startFleetAudit } from './audit/fleet-audit.ts';
import { startAudit, wantsAudit, type RunningAudit } from './audit/service.ts';
import {
  knownTime,
  startClockWatch,
  type ClockWatch,
  type ClockWatchParts,
} from './clock-watch.ts';
import { FleetSettings } from './fleet-settings.ts';
import type { Fleet } from './fleet.ts';
import { keepHeldNote } from './held-note.ts';
import { configuredSecrets, HeldSecrets, logSecret } from './held-secrets.ts';
import { hookPlane } from './hook-plane.ts';
import { startHousekeeping } from './housekeeping.ts';
import { journalName, openServerJournal } from './journal-store.ts';
import { keepWitness, requireWitnessed, witnessFile } from './journal-witness.ts';
import { configuredLog, type ServerLog } from './log/server-log.ts';
import { openCheckGate, openGateOn } from './open-gate.ts';
import { SecondOpinion } from './opinion/second-opinion.ts';
import { reloaded } from './reload.ts';
import { reportPlane } from './report-plane.ts';
import { restGovernor } from './rest-governor.ts';
import { removeServerNote, writeServerNote, type ServerNote } from './server-file.ts';
import { applySettings, gateSettings, keepSettings, lastSettings } from './settings.ts';
import { chatSecrets, otlpOf, serverSetup, tlsOf, type LiveConfig } from './setup.ts';
import { stalledStreams } from './stalled-streams.ts';
import { listenProblem, requireLoopback } from './start-problems.ts';
import { watchStopFile } from './stop-watch.ts';

/** What a server is started with. */
export interface ServerOptions {
  readonly config: Config;
  readonly env: Environment;
  readonly log: (line: string) => void;
  /** It ends with a command that it was started for. */
  readonly forOneCommand?: boolean;
  /** The state folder of its user, in which its journal has a witness; without one there is none. */
  readonly states?: string;
}

/** A server that runs. */
export interface RunningServer {
  /** Where agents connect. */
  readonly url: string;
  /** Where people connect. */
  readonly adminUrl: string;
  /** A link that signs a person in, once. */
  signInLink(): string;
  /** Every agent, as the API shows it. */
  agents(): Promise<readonly Agent[]>;
  readonly gate: Gate;
  readonly store: Store;
  readonly constitution: Constitution;
  /** What is in force now. */
  config(): Config;
  /** Reads the configuration again; what is wrong with it changes nothing. Says what happened. */
  reload(sources: ConfigSources): Promise<readonly string[]>;
  /** Ends it: calls under way get a short while, then they are cut. */
  close(): Promise<void>;
}

const PRIVATE_FOLDER = 0o700;
const CALLS_GRACE_MS = 5_000;
const SETTLE_MS = 1_000;

/** What closes each part, in the order in which they were opened. */
type Closing = (() => void | Promise<void>)[];

/** Starts everything; throws, with nothing left open, when something cannot start. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log } = options;
  requireLoopback(config);
  openDataFolder(config.data, log);
  const closing: Closing = [];
  const close = async () => {
    for (const one of closing.splice(0).toReversed()) await one();
  };
  try {
    return await started(options, closing, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function started(
  { config, env, log, forOneCommand = false, states }: ServerOptions,
  closing: Closing,
  close: () => Promise<void>,
): Promise<RunningServer> {
  const live: LiveConfig = { config };
  const current = () => live.config;
  const problems = configuredLog(config.log, process.stderr, log);
  closing.push(() => problems.close());
  const constitution = loadConstitution(config.constitution);
  const { store, turn, fleet, witness } = await openWitnessed(config, states, closing);
  let audit: RunningAudit | null = null;
  // After the gate: nothing more is recorded then.
  closing.push(() => audit?.close());
  const held = new HeldSecrets();
  held.hold('config', configuredSecrets(config, env));
  const known = await knownTime(store);
  const opinions = new SecondOpinion(
    current,
    proxySettings(config, env),
    priceBy(chosenPrices(config.prices, config.data)),
  );
  const pages: Pages = { linkOf: () => null };
  const gate = await openGateOn(store, {
    ...gateSettings(constitution, current),
    secrets: () => held.all(),
    governor: restGovernor(() => current().governor === 'on'),
    steers: () => current().steer !== 'off',
    opinions: secondOpinions(opinions),
    ...present({ turn: turn ?? undefined, shared: fleet?.shared }),
    incidentLink: (incident) => pages.linkOf(incident),
    log: problems,
  });
  closing.push(() => gate.close());
  await fleet?.start(gate);
  keepNotes(witness, config.data, { gate, store, log: problems }, closing);
  closing.push(opinions.open(gate));
  const applying = { gate, store, log };
  await applySettings(applying, lastSettings(config.data) ?? config, config);
  keepSettings(config.data, config);
  const stopWatch = await watchStopFile(config.data, gate, log);
  closing.push(() => stopWatch.close());
  const { clock } = gate;
  const watched = { store, clock, known, log: problems };
  const time = await startTidying(watched, current, fleet, closing);
  if (wantsAudit(config)) {
    const url = config.store ?? null;
    const measuring = { data: config.data, url, config: current, clock, log, problems };
    audit = await (fleet === null
      ? startAudit(measuring)
      : startFleetAudit({ ...measuring, store, fleet }));
  }
  const attests = (agent: string) => attestFor(current(), agent);
  const serving = { config, env, gate, store, turn, fleet, constitution };
  const parts = { ...serving, attests, audit, held, problems, time };
  const address = await listen({ ...parts, live, pages }, closing);
  announce(config.data, { ...address, forOneCommand }, problems, closing);
  return {
    ...address,
    gate,
    store,
    constitution,
    config: current,
    reload: (sources) => reloaded(live, sources, { applying, held, env, problems }),
    close,
  };
}

/** The journal, if it is not older than the one that was seen last. */
async function openWitnessed(config: Config, states: string | undefined, closing: Closing) {
  const { store, turn, fleet } = await openServerJournal(config);
  closing.push(() => store.close());
  const witness = states === undefined ? null : witnessFile(states, journalName(config));
  await requireWitnessed(witness, store);
  return { store, turn, fleet, witness };
}

/** Keeps what others read of the journal: its newest row outside of the folder, and who is held. */
function keepNotes(
  witness: string | null,
  data: string,
  parts: Parameters<typeof keepWitness>[1],
  closing: Closing,
): void {
  const kept = keepWitness(witness, parts);
  const note = keepHeldNote(data, parts.gate, { log: parts.log, fromStart: true });
  closing.push(
    () => kept.close(),
    () => note.close(),
  );
}

/** Says in the log and in the data folder that it runs, and takes both back when it ends. */
function announce(
  data: string,
  { url, adminUrl, forOneCommand }: Pick<ServerNote, 'url' | 'adminUrl' | 'forOneCommand'>,
  problems: ServerLog,
  closing: Closing,
): void {
  problems.info('server', 'started', { url, version: packageVersion() });
  closing.push(() => problems.info('server', 'ending'));
  const { pid } = process;
  writeServerNote(data, { pid, url, adminUrl, startedAt: Date.now(), forOneCommand });
  closing.push(() => removeServerNote(data, pid));
}

/** Watches the time, and deletes what is old by it. */
async function startTidying(
  watched: ClockWatchParts & Pick<RunningServer, 'store'>,
  config: () => Config,
  fleet: Fleet | null,
  closing: Closing,
): Promise<ClockWatch> {
  const time = await startClockWatch(watched);
  closing.push(() => time.close());
  // Of several nodes one tidies.
  const isFirst = () => fleet === null || fleet.leads();
  const housekeeping = startHousekeeping(watched.store, config, time, watched.log, isFirst);
  closing.push(() => housekeeping.close());
  return time;
}

/** Where people read about a stop, once there is a place. */
interface Pages {
  linkOf: (incident: string) => string | null;
}

interface Listening extends Pick<ServerOptions, 'config' | 'env'> {
  readonly gate: Gate;
  readonly store: Store;
  readonly turn: ServingTurn | null;
  readonly fleet: Fleet | null;
  readonly constitution: Constitution;
  /** Whether an agent's model calls need hooks that report, as it is configured now. */
  readonly attests: (agent: string) => boolean;
  readonly audit: RunningAudit | null;
  readonly live: LiveConfig;
  readonly pages: Pages;
  readonly held: HeldSecrets;
  readonly time: ClockWatch;
  readonly problems: ServerLog;
}

/** Opens both planes; the data plane first, because the control plane tells people that agents can connect. */
async function listen(
  parts: Listening,
  closing: Closing,
): Promise<Pick<RunningServer, 'url' | 'adminUrl' | 'signInLink' | 'agents'>> {
  const { config, env, gate, store, turn, fleet, constitution, audit, live } = parts;
  const { held, problems, time } = parts;
  const { url, keys } = await openDataPlane(parts, closing);
  const token = controlToken(config.data, env);
  held.hold('admin', [token, ...logSecret(config.data)]);
  const applying = { gate, store, log: (line: string) => problems.info('server', line) };
  const now = () => gate.clock.now();
  const shared = fleet === null ? null : new FleetSettings(store, live, now, problems);
  await shared?.hear();
  chatSecrets(config, env);
  const control = await startControl({
    gate,
    store,
    keys,
    host: config.adminHost,
    port: config.adminPort,
    token,
    holdSecrets: (secrets) => held.hold('channels', secrets),
    allowRemote: config.allowRemote,
    version: packageVersion(),
    constitution,
    dataDir: config.data,
    ...(audit === null ? {} : { audit }),
    tls: tlsOf(config),
    stopCheck: {
      folder: join(config.data, 'stops'),
      openGate: (marksFolder) => openCheckGate(constitution, marksFolder),
      servingProblem: () => turn?.problem() ?? null,
    },
    clockProblem: () => turn?.problem() ?? time.problem(),
    setup: serverSetup(url, live, applying, shared),
    askingRuleOf: (target) => askingRuleOf(live.config.approvals, target),
    chat: () => chatSecrets(live.config, env),
    stuck: () => live.config.stuck,
    otlp: otlpOf(env),
    ...present({ fleet: fleet ?? undefined }),
    log: problems,
  });
  closing.push(() => control.close());
  await fleet?.onChange('keys', () => keys.reload());
  await fleet?.onChange('people', async () => {
    await control.reloadPeople();
    await shared?.hear();
  });
  parts.pages.linkOf = (incident) => control.incidentLink(incident);
  return {
    url,
    adminUrl: control.url,
    signInLink: () => control.signInLink(),
    agents: () => control.agents(),
  };
}

/** The port for agents, with their keys and the desk where their actions wait for a person. */
async function openDataPlane(
  { config, env, gate, store, turn, fleet, attests, live, problems }: Listening,
  closing: Closing,
): Promise<{ readonly url: string; readonly keys: AgentKeyBook }> {
  const rules = () => live.config.approvals;
  const isShadow = (agent: string) => isShadowed(live.config, agent);
  const desk = await ApprovalDesk.open({
    gate,
    store,
    rules,
    isShadow,
    isShared: fleet !== null,
    log: problems,
  });
  const feed = new ApprovalFeed(gate);
  const settings = proxySettings(config, env);
  const keys = await AgentKeyBook.open({
    store,
    now: () => gate.clock.now(),
    holdsSecrets: Object.values(settings.upstreams).some(holdsSecret),
    log: problems,
  });
  const priceOf = priceBy(chosenPrices(config.prices, config.data));
  const proxy = await startProxy({
    gate,
    settings,
    agentOfKey: (key) => keys.agentOf(key),
    grantOfKey: (key) => keys.grantOf(key),
    hasKeys: () => keys.hasKeys(),
    nowMs: () => gate.clock.now(),
    approvals: wireApprovals(desk, gate),
    hooks: hookPlane({ gate, desk, feed, isShadow, dataDir: config.data, priceOf }),
    reports: reportPlane({ gate, priceOf }),
    attests,
    sendsInPieces: turn !== null,
    remembersThreads: fleet === null,
    ...stalledStreams(gate, live, problems),
    priceOf,
    log: problems,
  }).catch((error: unknown) => {
    throw listenProblem(error, config);
  });
  closing.push(async () => {
    await callsEnded(gate, CALLS_GRACE_MS);
    await proxy.close();
    await callsEnded(gate, SETTLE_MS);
  });
  // Before the calls are waited for: some of them wait for a person.
  closing.push(() => {
    feed.close();
    desk.close();
  });
  return { url: proxy.url, keys };
}

/** Waits until no call is under way, at most so long. */
async function callsEnded(gate: Gate, waitMs: number): Promise<void> {
  const until = performance.now() + waitMs;
  while (gate.openCalls > 0 && performance.now() < until) await delay(20);
}

function openDataFolder(dataDir: string, log: (line: string) => void): void {
  const made = mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  if (made !== undefined) chmodSync(dataDir, PRIVATE_FOLDER);
  const mode = statSync(dataDir).mode & 0o777;
  // Not changed by itself: the folder may be one that a person shares on purpose.
  if ((mode & 0o077) !== 0) {
    log(
      `Others on this machine can look into ${dataDir} (mode ${mode.toString(8)}): chmod 700 it.`,
    );
  }
}
