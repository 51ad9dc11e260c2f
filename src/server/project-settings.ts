/**
 * What a project's own gate lives under: tripwire.yaml where a person wrote one, else the defaults.
 *
 * A hook starts before every tool call, so the defaults are those of the core and nothing is loaded for them. A file
 * that is broken refuses with its message: a person who meant to tighten something must not be left without it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../base/environment.ts';
import { dataFolder, homeOf } from '../base/node/data-folder.ts';
import type { ApprovalConfig } from '../config/index.ts';
import {
  DEFAULT_KILL_SWITCH,
  CODING_V1,
  type Constitution,
  type EnvelopeChange,
} from '../core/index.ts';
import type { Gate } from '../gate/index.ts';
import type { Store } from '../store/index.ts';

export interface ProjectSettings {
  readonly constitution: Constitution;
  readonly envelopeOf: (agent: string) => EnvelopeChange;
  /** What needs a person's yes; rules that only report are not among them. */
  readonly approvals: readonly ApprovalConfig[];
  /** Whether all rules of an agent only report. */
  readonly isShadow: (agent: string) => boolean;
  /** Brings what changed since the last event to the agents that are known. */
  readonly apply: (gate: Gate, store: Store) => Promise<void>;
}

const DEFAULTS: ProjectSettings = {
  constitution: CODING_V1,
  envelopeOf: () => ({}),
  approvals: [],
  isShadow: () => false,
  apply: () => Promise.resolve(),
};

/** Finds the settings for the project with this state folder. */
export type SettingsIn = (folder: string) => Promise<ProjectSettings>;

/** Reads what a person wrote; what belongs to a project is read later, under the lock of its folder. */
export async function prepareSettings(env: Environment): Promise<SettingsIn> {
  const isWritten = existsSync(join(dataFolder(env), 'tripwire.yaml'));
  const written = isWritten ? await writtenSettings(env) : null;
  return async (folder) => {
    const wasApplied = existsSync(join(folder, 'applied-settings.json'));
    if (written === null && !wasApplied) return DEFAULTS;
    // A file that was deleted after it was applied leaves the defaults to be applied.
    const settingsIn = written ?? (await writtenSettings(env));
    return settingsIn(folder, wasApplied);
  };
}

async function writtenSettings(
  env: Environment,
): Promise<(folder: string, wasApplied: boolean) => ProjectSettings> {
  const { isShadowed, loadConfig, loadConstitution } = await import('../config/index.ts');
  const { applySettings, envelopeFor, keepSettings, lastSettings, settingsOf } =
    await import('./settings.ts');
  const config = loadConfig({ env, home: homeOf(env) });
  const constitution = loadConstitution(config.constitution);
  return (folder, wasApplied) => ({
    constitution,
    envelopeOf: (agent) => envelopeFor(config, agent),
    approvals: config.approvals.filter(({ shadow }) => shadow !== true),
    isShadow: (agent) => isShadowed(config, agent),
    apply: async (gate, store) => {
      const last = lastSettings(folder) ?? { killSwitch: DEFAULT_KILL_SWITCH, agents: {} };
      const current = JSON.stringify(settingsOf(config));
      if (wasApplied && JSON.stringify(last) === current) return;
      const refuse = (problem: string) => {
        throw new Error(problem);
      };
      await applySettings({ gate, store, log: refuse }, last, config);
      keepSettings(folder, config);
    },
  });
}
