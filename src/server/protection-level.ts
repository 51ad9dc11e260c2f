/**
 * Against whom the promises hold on this set-up: an agent that is only faulty, or also one that is hostile.
 *
 * Whether an agent runs under another user cannot be seen from here. So level 1 says what Tripwire's side of it
 * needs, and each point that is missing is named.
 */
import { statSync } from 'node:fs';
import { isLoopbackHost } from '../base/node/loopback-host.ts';
import type { Config } from '../config/index.ts';

/** Something a level rests on. */
export interface ProtectionPoint {
  /** The lowest level that needs it. */
  readonly for: 1 | 2;
  readonly ok: boolean;
  /** What is so; where it is not, what to do. */
  readonly detail: string;
}

/** A level with its reasons. */
export interface Protection {
  /** 0: the same user. 1: another user. 2: another host. */
  readonly level: 0 | 1 | 2;
  /** What it stops, without the level. */
  readonly promise: string;
  readonly summary: string;
  /** Everything that was looked at. */
  readonly points: readonly ProtectionPoint[];
  /** What keeps it from being higher. */
  readonly missing: readonly string[];
}

/** What was found around the server, where somebody looked. */
export interface Surroundings {
  /** Clients of this very user that are pointed here. */
  readonly ownClients: readonly string[];
  /** Doors that let somebody in who showed nothing; null when none was tried. */
  readonly openDoors: readonly string[] | null;
}

const promises: Readonly<Record<Protection['level'], string>> = {
  0: 'stops faulty agents, not hostile ones',
  1: 'holds against agents that run as another user',
  2: 'holds against agents on other hosts, if egress rules leave them no other way',
};
const names: Readonly<Record<Protection['level'], string>> = {
  0: 'level 0 (same user)',
  1: 'level 1',
  2: 'level 2',
};

const NOBODY_LOOKED: Surroundings = { ownClients: [], openDoors: null };

/** The level of a configuration on this machine. */
export function protectionLevel(
  config: Config,
  surroundings: Surroundings = NOBODY_LOOKED,
): Protection {
  const points = [
    keysPoint(config),
    registrationPoint(config),
    folderPoint(config),
    settingsPoint(config),
    ...clientPoints(surroundings),
    ...doorPoints(surroundings),
    hostPoint(config),
    networkPoint(config),
  ];
  const failed = (level: 1 | 2) => points.filter((one) => one.for === level && !one.ok);
  const level = failed(1).length > 0 ? 0 : failed(2).length > 0 ? 1 : 2;
  const missing = level === 2 ? [] : failed(level === 0 ? 1 : 2).map(({ detail }) => detail);
  const promise = promises[level];
  return { level, promise, summary: `${names[level]}: ${promise}`, points, missing };
}

function keysPoint({ upstreams }: Config): ProtectionPoint {
  const without = Object.keys(upstreams).filter((name) => upstreams[name]?.key === undefined);
  const ok = without.length === 0;
  const detail = ok
    ? 'Tripwire holds the key of every provider'
    : `agents hold their own provider keys for ${without.join(', ')}: set upstreams.NAME.key so that only Tripwire has ` +
      'them, or upstreams.NAME.enabled: false where nobody needs it';
  return { for: 1, ok, detail };
}

function registrationPoint({ registration }: Config): ProtectionPoint {
  const ok = registration === 'closed';
  const detail = ok
    ? 'registration is closed'
    : 'anybody can join: set registration: closed and give each agent a key';
  return { for: 1, ok, detail };
}

/** A folder that is not there yet will be made for its owner alone. */
function folderPoint({ data }: Config): ProtectionPoint {
  const found = statSync(data, { throwIfNoEntry: false });
  const uid = process.getuid?.();
  if (found !== undefined && (found.mode & 0o077) !== 0) {
    return { for: 1, ok: false, detail: `others can look into ${data}: chmod 700 it` };
  }
  if (found !== undefined && uid !== undefined && found.uid !== uid && uid !== 0) {
    const detail = `${data} belongs to user ${found.uid}, and this is user ${uid}: give it to the user of Tripwire`;
    return { for: 1, ok: false, detail };
  }
  return { for: 1, ok: true, detail: `only its owner can look into ${data}` };
}

/** Whoever can write the settings can open everything else. */
function settingsPoint({ file }: Config): ProtectionPoint {
  const mode = file === null ? undefined : statSync(file, { throwIfNoEntry: false })?.mode;
  const ok = mode === undefined || (mode & 0o022) === 0;
  const detail = ok
    ? 'only their owner can change the settings'
    : `others can change ${file}: chmod go-w it`;
  return { for: 1, ok, detail };
}

function clientPoints({ ownClients }: Surroundings): readonly ProtectionPoint[] {
  return ownClients.map((title) => ({
    for: 1,
    ok: false,
    detail: `${title} of this very user is pointed here, and can read what Tripwire can: run it as another user`,
  }));
}

function doorPoints({ openDoors }: Surroundings): readonly ProtectionPoint[] {
  if (openDoors === null) return [];
  if (openDoors.length === 0) {
    return [{ for: 1, ok: true, detail: 'the running server turned strangers away at both ports' }];
  }
  return openDoors.map((detail) => ({ for: 1, ok: false, detail }));
}

function hostPoint({ host }: Config): ProtectionPoint {
  const ok = !isLoopbackHost(host);
  const detail = ok
    ? `agents connect from elsewhere (host ${host})`
    : `agents connect from this machine (host ${host})`;
  return { for: 2, ok, detail };
}

/** Whoever is root on an agent's machine may listen on its network. */
function networkPoint({ adminHost, adminTls }: Config): ProtectionPoint {
  const ok = isLoopbackHost(adminHost) || adminTls !== undefined;
  const detail = ok
    ? "people's tokens do not cross a network in plain text"
    : `people's tokens go to ${adminHost} in plain text: set admin_tls, or admin_host: 127.0.0.1`;
  return { for: 2, ok, detail };
}
