/**
 * What the control plane shows of this server and gets from it: settings, how to connect, the collector of traces.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Environment } from '../base/environment.ts';
import { errorWords } from '../base/error-words.ts';
import { present } from '../base/present.ts';
import { clientLines } from '../clients/lines.ts';
import {
  changedConfig,
  effectiveConfig,
  isSecretRef,
  keepKillSwitch,
  keepSettingsChange,
  secretOf,
  type Config,
  type SettingsChange,
} from '../config/index.ts';
import type { KeptSwitch, OtlpTarget, Setup, SwitchForAll } from '../control/index.ts';
import { TripwireError } from '../core/index.ts';
import type { FleetSettings } from './fleet-settings.ts';
import { protectionLevel } from './protection-level.ts';
import { applySettings, keepSettings, type Applying } from './settings.ts';

/** The configuration in force; it changes when it is read again, and when a person arms the switch. */
export interface LiveConfig {
  config: Config;
}

/** The setup of a server whose agents connect at this address. */
export function serverSetup(
  agentsUrl: string,
  live: LiveConfig,
  applying: Applying,
  shared: FleetSettings | null,
): Setup {
  const config = () => live.config;
  return {
    agentsUrl,
    clients: clientLines(agentsUrl),
    settings: () => {
      const current = config();
      const { retention, evidenceDays, file } = current;
      const { level, promise, summary, missing } = protectionLevel(current);
      return {
        config: effectiveConfig(current).map(({ path, value, from }) => ({
          path,
          value: shownValue(path, value),
          origin: from,
        })),
        config_file: file,
        protection: { level, promise, summary, missing },
        retention: { days: retention.days, max_mb: retention.maxMb, evidence_days: evidenceDays },
        budget_usd_per_day: current.budgets?.usdPerDay ?? null,
      };
    },
    killSwitch: () => config().killSwitch,
    keepKillSwitch: async ({ enabled, shadow }) => {
      const kept = keptSwitch(live, { enabled, shadow });
      await shared?.tell({ killSwitch: { enabled, shadow } });
      return kept;
    },
    change: async (wanted) => {
      const kept = await changeSettings(live, applying, wanted);
      await shared?.tell({ change: wanted });
      return kept;
    },
  };
}

/** In force at once for agents to come; in the file for later starts, which then find nothing to apply. */
function keptSwitch(live: LiveConfig, { enabled, shadow }: SwitchForAll): KeptSwitch {
  const { config } = live;
  const wanted = { enabled, shadow };
  live.config = { ...config, killSwitch: { ...config.killSwitch, ...wanted } };
  try {
    const file = keepKillSwitch(config, wanted);
    live.config = { ...live.config, file };
    keepSettings(config.data, live.config);
    return { file, problem: null };
  } catch (error) {
    return { file: null, problem: errorWords(error) };
  }
}

/**
 * In force at once, for the agents that are there too; in the file for later starts.
 *
 * The file comes first: whoever sees the change in force finds it kept, and a server that dies halfway through its
 * agents goes on with the others when it starts again.
 */
async function changeSettings(
  live: LiveConfig,
  applying: Applying,
  change: SettingsChange,
): Promise<KeptSwitch> {
  const before = live.config;
  const kept = keptChange(before, change);
  live.config = {
    ...changedConfig(before, change),
    ...present({ file: kept.file ?? before.file }),
  };
  await applySettings(applying, before, live.config);
  if (kept.problem !== null) return kept;
  try {
    keepSettings(before.data, live.config);
    return kept;
  } catch (error) {
    return { file: null, problem: errorWords(error) };
  }
}

function keptChange(config: Config, change: SettingsChange): KeptSwitch {
  try {
    return { file: keepSettingsChange(config, change), problem: null };
  } catch (error) {
    return { file: null, problem: errorWords(error) };
  }
}

/** The certificate and key that the configuration names; undefined when it names none. */
export function tlsOf({
  adminTls,
}: Config): { readonly cert: string; readonly key: string } | undefined {
  if (adminTls === undefined) return undefined;
  const read = (name: 'cert' | 'key') => {
    try {
      return readFileSync(adminTls[name], 'utf8');
    } catch (error) {
      const words = errorWords(error);
      throw new TripwireError('USAGE', `admin_tls.${name} cannot be read: ${words}`);
    }
  };
  const tls = { cert: read('cert'), key: read('key') };
  requirePair(tls);
  return tls;
}

/** Told before anything listens: what a server says of a pair that does not fit is no help. */
function requirePair({ cert, key }: { readonly cert: string; readonly key: string }): void {
  let fits: boolean;
  try {
    fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch (error) {
    const words = errorWords(error);
    throw new TripwireError(
      'USAGE',
      `admin_tls must name a certificate and its key, both in PEM: ${words}`,
    );
  }
  if (!fits) throw new TripwireError('USAGE', 'admin_tls.key is not the key of admin_tls.cert');
}

/** Where traces go, as OpenTelemetry's own variables say; undefined when nowhere. */
export function otlpOf(env: Environment): OtlpTarget | undefined {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '';
  if (endpoint === '') return undefined;
  if (!/^https?:\/\/\S+$/.test(endpoint)) {
    throw new TripwireError(
      'USAGE',
      `OTEL_EXPORTER_OTLP_ENDPOINT must be an http(s) address such as http://127.0.0.1:4318, not ${endpoint}`,
    );
  }
  const pairs = (env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '').split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=');
    return name.trim() === '' ? [] : [[name.trim(), decodeURIComponent(value.join('=').trim())]];
  });
  return { endpoint, headers: Object.fromEntries(pairs) as Record<string, string> };
}

/** Headers of upstreams may hold what somebody wrote there in plain text. */
function shownValue(path: string, value: unknown): string {
  if (/\.headers\b/.test(path) && !(typeof value === 'string' && isSecretRef(value)))
    return '(hidden)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The secrets of the chats that may stop agents; throws, with the variable's name, where one is missing. */
export function chatSecrets(
  { chatCommands: { slack, teams } = {} }: Pick<Config, 'chatCommands'>,
  env: Environment,
): { readonly slack?: string; readonly teams?: string } {
  return present({
    slack: slack === undefined ? undefined : secretOf(slack, env),
    teams: teams === undefined ? undefined : secretOf(teams, env),
  });
}
