/**
 * From the names and places of the file to the configuration that the program uses, frozen throughout.
 */
import { dirname, resolve } from 'node:path';
import { withHome } from '../base/node/data-folder.ts';
import { SHIPPED_CONSTITUTIONS } from '../core/index.ts';
import { camelKeys } from './camel-keys.ts';
import type { AgentConfig, ApprovalConfig, Config, Origin, UpstreamConfig } from './config.ts';
import type { Written } from './schema/config.ts';
import { baseUrl } from './upstream-url.ts';

/** Where the values came from, which says what a relative path is relative to. */
export interface Provenance {
  readonly file: string | null;
  readonly home: string;
  readonly origins: Readonly<Record<string, Origin>>;
}

export function configFromWritten(written: Written, provenance: Provenance): Config {
  const { file, origins } = provenance;
  const { budgets, plan, subagents, second_opinion: opinion, ...plain } = written;
  return deepFrozen({
    ...camelKeys(plain),
    file,
    origins: named(Object.entries(origins)),
    data: placeOf(written.data, 'data', provenance),
    constitution: isShipped(written.constitution)
      ? written.constitution
      : placeOf(written.constitution, 'constitution', provenance),
    ...(written.admin_tls === undefined
      ? {}
      : {
          adminTls: {
            cert: placeOf(written.admin_tls.cert, 'admin_tls.cert', provenance),
            key: placeOf(written.admin_tls.key, 'admin_tls.key', provenance),
          },
        }),
    retention: camelKeys(written.retention),
    upstreams: named(
      Object.entries(written.upstreams)
        .filter(([, { enabled }]) => enabled)
        .map(([name, one]) => [name, upstreamOf(one)]),
    ),
    killSwitch: camelKeys(written.kill_switch),
    windDown: written.wind_down,
    stuck: { ...written.stuck, wakes: camelKeys(written.stuck.wakes) },
    ...(budgets === undefined ? {} : { budgets: camelKeys(budgets) }),
    ...(plan === undefined ? {} : { plan: camelKeys(plan) }),
    ...(subagents === undefined ? {} : { subagents: camelKeys(subagents) }),
    ...(opinion === undefined ? {} : { secondOpinion: camelKeys(opinion) }),
    agents: named(Object.entries(written.agents).map(([name, one]) => [name, agentOf(one)])),
    approvals: written.approvals.map(approvalOf),
    teams: named(
      Object.entries(written.teams).map(([name, { budgets: shared, ...one }]) => [
        name,
        { ...one, budgets: camelKeys(shared) },
      ]),
    ),
    ...(written.prices === undefined
      ? {}
      : { prices: placeOf(written.prices, 'prices', provenance) }),
    limits: camelKeys(written.limits),
    log: {
      level: written.log.level,
      ...(written.log.file === undefined
        ? {}
        : { file: placeOf(written.log.file, 'log.file', provenance) }),
    },
  });
}

function upstreamOf(written: Written['upstreams'][string]): UpstreamConfig {
  return {
    ...written,
    url: baseUrl(written.url),
    headers: named(Object.entries(written.headers)),
  };
}

function agentOf(written: Written['agents'][string]): AgentConfig {
  const { killSwitch, budgets, plan, subagents, ...own } = camelKeys(written);
  return {
    ...own,
    killSwitch: camelKeys(killSwitch),
    ...(budgets === undefined ? {} : { budgets: camelKeys(budgets) }),
    ...(plan === undefined ? {} : { plan: camelKeys(plan) }),
    ...(subagents === undefined ? {} : { subagents: camelKeys(subagents) }),
  };
}

function approvalOf(written: Written['approvals'][number]): ApprovalConfig {
  const { spending, ...rule } = camelKeys(written);
  return { ...rule, ...(spending === undefined ? {} : { spending: camelKeys(spending) }) };
}

function isShipped(constitution: string): boolean {
  return SHIPPED_CONSTITUTIONS.some((one) => one.values.name === constitution);
}

/** An absolute path: `~` is the home folder, and a path in a file is relative to that file. */
function placeOf(written: string, key: string, { file, home, origins }: Provenance): string {
  const path = withHome(written, home);
  return origins[key] === 'file' && file !== null ? resolve(dirname(file), path) : resolve(path);
}

/**
 * Values by names that people choose, without a prototype: otherwise an agent called `constructor` would
 * find settings that nobody wrote.
 */
function named<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.assign(Object.create(null) as Record<string, Value>, Object.fromEntries(entries));
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFrozen(part);
  return Object.freeze(value);
}
