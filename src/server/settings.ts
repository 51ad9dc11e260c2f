/**
 * What the configuration says about agents, brought to the agents that are already known.
 *
 * An agent keeps its settings in its journal, where people change them too. So only what changed in the file since
 * it was last applied is applied, and what a person set otherwise meanwhile stays.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorWords } from '../base/error-words.ts';
import { EVERYBODY } from '../base/everybody.ts';
import { writeWhole } from '../base/node/whole-file.ts';
import { present } from '../base/present.ts';
import {
  budgetsFor,
  killSwitchFor,
  planFor,
  shadowFor,
  subagentsFor,
  windDownFor,
  type Config,
} from '../config/index.ts';
import type { Constitution, EnvelopeChange } from '../core/index.ts';
import type { Gate } from '../gate/index.ts';
import type { Store } from '../store/index.ts';
import type { GateSettings } from './open-gate.ts';
import { teamsAtStart, teamsOf } from './teams.ts';

/** The part of a configuration that agents live under. */
export type AgentSettings = Pick<Config, 'killSwitch' | 'budgets' | 'agents'> &
  Partial<Pick<Config, 'onStop' | 'plan' | 'subagents' | 'windDown'>>;

const OWNER_ONLY = 0o600;
const SPARE_MARKS = 16;

/** Every limit is said, also that there is none; budgets and shadow only where there are some. */
type AgentEnvelope = Required<
  Omit<EnvelopeChange, 'budgets' | 'keepsSpent' | 'plan' | 'shadow' | 'subagents' | 'windDown'>
> &
  Pick<EnvelopeChange, 'budgets' | 'plan' | 'shadow' | 'subagents' | 'windDown'>;

/** What an agent starts with. */
export function envelopeFor(settings: AgentSettings, agent: string): AgentEnvelope {
  const own = settings.agents[agent];
  const budgets = budgetsFor(settings, agent);
  const shadow = shadowFor(settings, agent);
  return {
    killSwitch: killSwitchFor(settings, agent),
    ...(Object.keys(budgets).length === 0 ? {} : { budgets }),
    ...(shadow.length === 0 ? {} : { shadow }),
    ...present({
      windDown: windDownFor(settings, agent),
      plan: planFor(settings, agent),
      subagents: subagentsFor(settings, agent),
    }),
    maxTokensPerMinute: own?.maxTokensPerMinute ?? null,
    maxToolCallsPerMinute: own?.maxToolCallsPerMinute ?? null,
  };
}

/** What a gate on a data folder is opened with; envelopes are those of the configuration in force. */
export function gateSettings(constitution: Constitution, current: () => Config): GateSettings {
  const start = current();
  const { data, registration, capture } = start;
  const atStart = start.fleet === 'on' ? teamsAtStart(start, current) : null;
  return {
    constitution,
    marksFolder: join(data, 'stops'),
    spareMarks: SPARE_MARKS,
    registration,
    envelopeOf: (agent) => envelopeFor(current(), agent),
    teams: () => atStart ?? teamsOf(current()),
    capture,
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
  // As at nearly every start: then no agent's settings need be made to see that they are the same.
  if (areSame(before, after)) return [];
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
      const words = errorWords(error);
      log(`The settings of ${agent} could not be changed: ${words}`);
    }
  }
  return changed;
}

function areSame(before: AgentSettings, after: AgentSettings): boolean {
  return JSON.stringify(settingsOf(before)) === JSON.stringify(settingsOf(after));
}

/** The settings that were applied last; null when there were none. */
export function lastSettings(dataDir: string): AgentSettings | null {
  try {
    const value = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Partial<AgentSettings>;
    const { killSwitch, budgets, plan, subagents, agents, onStop, windDown } = value;
    if (killSwitch === undefined || agents === undefined) return null;
    return {
      killSwitch,
      ...present({ budgets, plan, subagents }),
      agents,
      ...present({ onStop, windDown }),
    };
  } catch {
    return null;
  }
}

/** Remembers the settings as applied. */
export function keepSettings(dataDir: string, settings: AgentSettings): void {
  const text = `${JSON.stringify(settingsOf(settings))}\n`;
  writeWhole(fileIn(dataDir), text, { mode: OWNER_ONLY });
}

/** What of a configuration agents live under. */
export function settingsOf(settings: AgentSettings): AgentSettings {
  const { killSwitch, budgets, plan, subagents, agents, onStop, windDown } = settings;
  return {
    killSwitch,
    ...present({ budgets, plan, subagents }),
    agents,
    ...present({ onStop, windDown }),
  };
}

function difference(before: AgentEnvelope, after: AgentEnvelope): EnvelopeChange | null {
  const killSwitch = changedFields(before.killSwitch, after.killSwitch);
  const removed = Object.keys(before.budgets ?? {}).map((name) => [name, null] as const);
  const budgets = changedFields(before.budgets ?? {}, {
    ...Object.fromEntries(removed),
    ...after.budgets,
  });
  const limits = changedFields(limitsOf(before), limitsOf(after));
  if (killSwitch === null && limits === null && budgets === null) return null;
  return {
    ...limits,
    ...(budgets === null ? {} : { budgets }),
    ...(killSwitch === null ? {} : { killSwitch }),
  };
}

/** All but kill switch and budgets, with what is absent said. */
function limitsOf(envelope: AgentEnvelope) {
  const { killSwitch: _, budgets: __, ...limits } = envelope;
  const { shadow = [], windDown = null, plan = null, subagents = null } = limits;
  return { ...limits, shadow, windDown, plan, subagents };
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
