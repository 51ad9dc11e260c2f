/**
 * Against whom the promises hold on this set-up: an agent that is only faulty, or also one that is hostile.
 *
 * Whether an agent runs under another user cannot be seen from here. So level 1 says what Tripwire's side of it
 * needs, and each point that is missing is named.
 */
import { statSync } from 'node:fs';
import { isLoopbackHost, type Config } from '../config/index.ts';

/** A level with its reasons. */
export interface Protection {
  /** 0: the same user. 1: another user. 2: another host. */
  readonly level: 0 | 1 | 2;
  readonly summary: string;
  /** What keeps it from being higher. */
  readonly missing: readonly string[];
}

const summaries: Readonly<Record<Protection['level'], string>> = {
  0: 'level 0 (same user): stops faulty agents, not hostile ones',
  1: 'level 1: holds against agents that run as another user',
  2: 'level 2: holds against agents on other hosts, if egress rules leave them no other way',
};

/** The level of a configuration on this machine. */
export function protectionLevel(config: Config): Protection {
  const missing = [...missingForLevel1(config)];
  if (missing.length > 0) return { level: 0, summary: summaries[0], missing };
  if (isLoopbackHost(config.host)) {
    const why = `agents connect from this machine (host ${config.host})`;
    return { level: 1, summary: summaries[1], missing: [why] };
  }
  return { level: 2, summary: summaries[2], missing: [] };
}

function missingForLevel1({ upstreams, registration, data }: Config): readonly string[] {
  const withKey = Object.values(upstreams).filter(({ key }) => key !== undefined);
  const mode = statSync(data, { throwIfNoEntry: false })?.mode ?? 0o700;
  return [
    ...(withKey.length > 0
      ? []
      : [
          'agents hold their own provider keys: set upstreams.NAME.key so that only Tripwire has them',
        ]),
    ...(registration === 'closed'
      ? []
      : ['anybody can join: set registration: closed and give each agent a key']),
    ...((mode & 0o077) === 0 ? [] : [`others can look into ${data}: chmod 700 it`]),
  ];
}
