/**
 * A whole Tripwire in this process: store, gate, data plane and control plane on one data folder.
 *
 * It starts as a whole or not at all, and what it opened it closes again in the opposite order. Stops that stand,
 * in the journal or as a file, are in force before the first port listens.
 */
import type { Environment } from '../base/environment.ts';
import { packageVersion } from '../base/node/package-folder.ts';
import { processMark } from '../base/node/process-mark.ts';
import { present } from '../base/present.ts';
import { attestFor, loadConstitution, type Config, type ConfigSources } from '../config/index.ts';
import type { Constitution } from '../core/index.ts';
import { secondOpinions, type Gate } from '../gate/index.ts';
import { chosenPrices, priceBy } from '../prices/index.ts';
import { proxySettings } from '../proxy/index.ts';
import type { Store } from '../store/index.ts';
import { startFleetAudit } from './audit/fleet-audit.ts';
import { startAudit, wantsAudit, type RunningAudit } from './audit/service.ts';
import {
  knownTime,
  startClockWatch,
  type ClockWatch,
  type ClockWatchParts,
} from './clock-watch.ts';
import { openDataFolder } from './data-folder.ts';
import type { Fleet } from './fleet.ts';
import { keepHeldNote } from './held-note.ts';
import { configuredSecrets, HeldSecrets } from './held-secrets.ts';
import { startHousekeeping } from './housekeeping.ts';
import { journalName, openServerJournal } from './journal-store.ts';
import { keepWitness, requireWitnessed, witnessFile } from './journal-witness.ts';
import { configuredLog, type ServerLog } from './log/server-log.ts';
import { openGateOn } from './open-gate.ts';
import { SecondOpinion } from './opinion/second-opinion.ts';
import { listen, type Address } from './planes/listen.ts';
import type { Closing, Pages } from './planes/listening.ts';
import { reloaded } from './reload.ts';
import { restGovernor } from './rest-governor.ts';
import { removeServerNote, writeServerNote, type ServerNote } from './server-file.ts';
import { applySettings, gateSettings, keepSettings, lastSettings } from './settings.ts';
import type { LiveConfig } from './setup.ts';
import { requireKillable, requireLoopback } from './start-problems.ts';
import { watchStopFile } from './stop-watch.ts';
import { startWatchdog } from './watchdog/start-watchdog.ts';

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
export interface RunningServer extends Address {
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

/** Starts everything; throws, with nothing left open, when something cannot start. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log } = options;
  requireLoopback(config);
  requireKillable(config, process.pid);
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
  if (turn !== null && config.watchdog === 'on') closing.push(startWatchdog(turn, problems));
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
  announce(config, { ...address, forOneCommand }, problems, closing);
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
  { data, store }: Config,
  { url, adminUrl, forOneCommand }: Pick<ServerNote, 'url' | 'adminUrl' | 'forOneCommand'>,
  problems: ServerLog,
  closing: Closing,
): void {
  problems.info('server', 'started', { url, version: packageVersion() });
  closing.push(() => problems.info('server', 'ending'));
  const { pid } = process;
  const startedAt = Date.now();
  const rest = present({ store, mark: processMark(pid) ?? undefined });
  writeServerNote(data, { pid, url, adminUrl, startedAt, forOneCommand, ...rest });
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
