/**
 * What the control plane shows of the server around it and cannot know by itself: the other port, the settings.
 */

/** Told by whoever starts the server; asked anew each time, because settings are read again while it runs. */
export interface Setup {
  /** Where agents connect. */
  readonly agentsUrl: string;
  /** How to point each client there. */
  readonly clients: readonly { readonly client: string; readonly line: string }[];
  settings(): SetupSettings;
  /** The kill switch that an agent begins with. */
  killSwitch(): SwitchForAll;
  /** Changes that, and keeps it for later starts. */
  keepKillSwitch(wanted: SwitchForAll): Promise<KeptSwitch>;
  /** Changes settings of all agents, and keeps them for later starts. */
  change(wanted: ChangedSettings): Promise<KeptSwitch>;
}

/** What a person changes for all agents; what is left out stays as it is. */
export interface ChangedSettings {
  /** Dollars that each agent may spend in a day; null for no budget. */
  readonly usdPerDay?: number | null;
  readonly retentionDays?: number;
  readonly retentionMaxMb?: number;
  readonly evidenceDays?: number;
}

/** Whether loops are stopped, or only reported. */
export interface SwitchForAll {
  readonly enabled: boolean;
  readonly shadow: boolean;
}

/** Where what was changed for all agents is kept. */
export interface KeptSwitch {
  readonly file: string | null;
  /** Why it holds only until the server ends; null where it is kept. */
  readonly problem: string | null;
}

/** What is in force. */
export interface SetupSettings {
  readonly config: readonly {
    readonly path: string;
    readonly value: string;
    readonly origin: string;
  }[];
  readonly config_file: string | null;
  readonly protection: {
    readonly level: number;
    readonly promise: string;
    readonly summary: string;
    readonly missing: readonly string[];
  };
  readonly retention: {
    readonly days: number;
    readonly max_mb: number;
    readonly evidence_days: number;
  };
  /** Dollars that each agent may spend in a day, unless its own settings say otherwise; null for no budget. */
  readonly budget_usd_per_day: number | null;
}

const NOWHERE = 'there are no settings here to keep it in';

/** A control plane on its own, as in tests. */
export const NO_SETUP: Setup = Object.freeze({
  agentsUrl: '',
  clients: Object.freeze([]),
  settings: () => ({
    config: [],
    config_file: null,
    protection: { level: 0, promise: 'not known here', summary: 'not known here', missing: [] },
    retention: { days: 30, max_mb: 1024, evidence_days: 7 },
    budget_usd_per_day: null,
  }),
  killSwitch: () => ({ enabled: false, shadow: false }),
  keepKillSwitch: () => Promise.resolve({ file: null, problem: NOWHERE }),
  change: () => Promise.resolve({ file: null, problem: NOWHERE }),
});
