/**
 * What the configuration says about agents, brought to the agents that are already known.
 *
 * An agent keeps its settings in its journal, where people change them too. So only what changed in the file since
 * it was last applied is applied, and what a person set otherwise meanwhile stays.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killSwitchFor, type Config } from '../config/index.ts';
import type { EnvelopeChange } from '../core/index.ts';
import { EVERYBODY, type Gate } from '../gate/index.ts';
import type { Store } from '../store/index.ts';

/** The part of a configuration that agents live under. */
export type AgentSettings = Pick<Config, 'killSwitch' | 'agents'>;

const OWNER_ONLY = 0o600;

/** What an agent starts with. */
export function envelopeFor(settings: AgentSettings, agent: string): Required<EnvelopeChange> {
  const own = settings.agents[agent];
  return {
    killSwitch: killSwitchFor(settings, agent),
    maxTokensPerMinute: own?.maxTokensPerMinute ?? null,
    maxToolCallsPerMinute: own?.maxToolCallsPerMinute ?? null,
  };
}

/** Where settings are applied. */
export interface Applying {
  readonly gate: Pick<Gate, 'operate'>;
  readonly store: Pick<Store, 'heads'>;
  readonly log: (line: string) => void;
}

/** Configures every known agent whose settings differ between the two; returns their names. */
export async function applySettings(
  { gate, store, log }: Applying,
  before: AgentSettings,
  after: AgentSettings,
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { agent } of await store.heads()) {
    const envelope = difference(envelopeFor(before, agent), envelopeFor(after, agent));
    if (agent === EVERYBODY || envelope === null) continue;
    try {
      const act = { agent, action: 'configure', by: 'config' } as const;
      await gate.operate({ ...act, why: 'tripwire.yaml changed', envelope });
      changed.push(agent);
    } catch (error) {
      // It is refused until it can be recorded, with these settings or with others; the rest goes on.
      const words = error instanceof Error ? error.message : String(error);
      log(`The settings of ${agent} could not be changed: ${words}`);
    }
  }
  return changed;
}

/** The settings that were applied last; null when there were none. */
export function lastSettings(dataDir: string): AgentSettings | null {
  try {
    const value = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Partial<AgentSettings>;
    const { killSwitch, agents } = value;
    return killSwitch === undefined || agents === undefined ? null : { killSwitch, agents };
  } catch {
    return null;
  }
}

/** Remembers the settings as applied. */
export function keepSettings(dataDir: string, { killSwitch, agents }: AgentSettings): void {
  const partial = `${fileIn(dataDir)}.partial`;
  writeFileSync(partial, `${JSON.stringify({ killSwitch, agents })}\n`, { mode: OWNER_ONLY });
  renameSync(partial, fileIn(dataDir));
}

function difference(
  before: Required<EnvelopeChange>,
  after: Required<EnvelopeChange>,
): EnvelopeChange | null {
  const killSwitch = changedFields(before.killSwitch, after.killSwitch);
  const { killSwitch: _, ...was } = before;
  const { killSwitch: __, ...is } = after;
  const limits = changedFields(was, is);
  if (killSwitch === null && limits === null) return null;
  return { ...limits, ...(killSwitch === null ? {} : { killSwitch }) };
}

function changedFields<Fields extends object>(was: Fields, is: Fields): Partial<Fields> | null {
  const known = new Map(Object.entries(was).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(is).filter(
    ([name, value]) => known.get(name) !== JSON.stringify(value),
  );
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<Fields>);
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'applied-settings.json');
}
