/**
 * Gemini CLI: how it is logged in, and where it sends its calls.
 *
 * The way of logging in that its settings select wins; without one the environment decides, in the order below (read in
 * 0.61.0). Only a key, or no login at all, follows GOOGLE_GEMINI_BASE_URL.
 */
import { join } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { pointingOf } from '../base-url.ts';
import { readEnvFile } from '../env-file.ts';
import {
  isOn,
  setting,
  tilde,
  type LoginPlace,
  type Examined,
  type Guards,
  type Login,
  type Pointing,
} from '../examined.ts';
import { readSettings, textAt } from '../settings-file.ts';

const BASE_URL = 'GOOGLE_GEMINI_BASE_URL';
const KEY = 'GEMINI_API_KEY';
const HOOKS = 'tripwire init gemini-cli puts ours before and after tool and model calls';

/** What is selected, and by what that is seen. */
interface Selected {
  readonly way: string;
  readonly by: string;
}

/** Looks at its settings and its login. */
export function examineGemini(place: LoginPlace): Examined {
  const { home, env, folder } = place;
  const file = join(folder, 'settings.json');
  const { value, problem } = readSettings(file, tilde(file, home));
  if (problem !== null) {
    const unknown: Login = { kind: 'unknown', detail: problem };
    const pointing: Pointing = { state: 'unknown', agent: null, detail: problem };
    return { login: unknown, pointing, guards: guards(unknown, place) };
  }
  const inFile = readEnvFile(join(folder, '.env'));
  const written =
    textAt(value, 'security', 'auth', 'selectedType') ?? textAt(value, 'selectedAuthType');
  const selected =
    written === null
      ? selectedByEnvironment({ ...inFile, ...env })
      : { way: written, by: tilde(file, home) };
  const login = loginOf(selected, inFile, place);
  return { login, pointing: pointingFor(login, inFile, place), guards: guards(login, place) };
}

function selectedByEnvironment(env: Environment): Selected | null {
  if (isOn(env['GOOGLE_GENAI_USE_GCA']))
    return { way: 'oauth-personal', by: 'GOOGLE_GENAI_USE_GCA' };
  if (isOn(env['GOOGLE_GENAI_USE_VERTEXAI'])) {
    return { way: 'vertex-ai', by: 'GOOGLE_GENAI_USE_VERTEXAI' };
  }
  if (env[BASE_URL]) return { way: 'gateway', by: BASE_URL };
  if (env[KEY]) return { way: 'gemini-api-key', by: KEY };
  return null;
}

function loginOf(selected: Selected | null, inFile: Environment, place: LoginPlace): Login {
  const { home, env, folder } = place;
  const stored = join(folder, 'oauth_creds.json');
  const hasLogin = readSettings(stored, '').isThere;
  if (selected === null) {
    return hasLogin
      ? {
          kind: 'unknown',
          detail: `a Google login in ${tilde(stored, home)}, but no way is selected`,
        }
      : { kind: 'none', detail: 'no way of logging in is selected, and there is no key' };
  }
  const { way, by } = selected;
  if (way === 'oauth-personal') {
    const where = hasLogin ? `, tokens in ${tilde(stored, home)}` : '';
    return { kind: 'subscription', detail: `Google login (${by}${where})` };
  }
  if (way === 'gemini-api-key' || way === 'gateway') {
    if (setting(env, KEY) !== null) return { kind: 'api-key', detail: `${KEY} in the environment` };
    if (setting(inFile, KEY) !== null)
      return { kind: 'api-key', detail: `${KEY} in ~/.gemini/.env` };
    return way === 'gateway'
      ? { kind: 'none', detail: `${KEY} is not set` }
      : {
          kind: 'api-key',
          detail: `selected in ${by}; the key may be in the keychain, which is not read`,
        };
  }
  const others: Readonly<Record<string, string>> = {
    'vertex-ai': 'Google Vertex AI',
    'cloud-shell': 'Google Cloud Shell',
    'compute-default-credentials': 'credentials of the machine',
  };
  const known = others[way];
  return known === undefined
    ? { kind: 'unknown', detail: `${by} selects a way of logging in that is not known here` }
    : { kind: 'other', detail: `${known} (${by})` };
}

function pointingFor({ kind }: Login, inFile: Environment, { env, here }: LoginPlace): Pointing {
  const found = pointingOf(setting(env, BASE_URL), `${BASE_URL} in the environment`, here);
  if (kind === 'subscription' || kind === 'other') {
    const detail = `a login of this kind does not follow ${BASE_URL}`;
    return { state: 'nowhere', agent: null, detail };
  }
  if (found.state !== 'nowhere') return found;
  if (setting(inFile, BASE_URL) === null) return { ...found, detail: `${BASE_URL} is not set` };
  const detail = `${BASE_URL} stands in ~/.gemini/.env, which is read only in folders that Gemini CLI trusts`;
  return { state: 'unknown', agent: null, detail };
}

function guards({ kind }: Login, { pointBy }: LoginPlace): Guards {
  const baseUrl = {
    'api-key': 'works',
    subscription: 'no',
    other: 'no',
    none: 'works',
    unknown: 'unknown',
  } as const;
  const byKind: Partial<Record<Login['kind'], string>> = {
    subscription:
      'With a Google login it speaks to Code Assist (cloudcode-pa.googleapis.com), which this base URL does not move. ' +
      'CODE_ASSIST_ENDPOINT might; nobody tried that. An API key is the safe way.',
    other: 'Nothing of it passes through Tripwire with this login.',
  };
  const words = byKind[kind];
  return {
    baseUrl: baseUrl[kind],
    hooks: { available: true, detail: HOOKS },
    unguarded: [
      ...(words === undefined ? [] : [words]),
      'It names no session, so a loop in one run stops all runs under the same agent name.',
    ],
    pointBy: baseUrl[kind] === 'no' ? null : pointBy,
  };
}
