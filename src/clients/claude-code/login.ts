/**
 * Claude Code: how it is logged in, and where it sends its calls.
 *
 * What stands under `env` in its settings wins over the environment (seen with 2.1.325). Of several logins it takes the
 * first of: a cloud, a token, a key, a helper that prints a key, a subscription.
 */
import { join } from 'node:path';
import { pointingOf } from '../base-url.ts';
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
import { readSettings, textAt, valueAt } from '../settings-file.ts';

const BASE_URL = 'ANTHROPIC_BASE_URL';
const CLOUDS: Readonly<Record<string, string>> = {
  CLAUDE_CODE_USE_BEDROCK: 'Amazon Bedrock',
  CLAUDE_CODE_USE_VERTEX: 'Google Vertex AI',
  CLAUDE_CODE_USE_FOUNDRY: 'Microsoft Foundry',
};
const KEYS = ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY'];
const HOOKS =
  'tripwire init claude-code puts ours before and after every tool call; an agent can switch off those in its own ' +
  'settings, so use --managed where you can';

/** Where one variable comes from. */
interface Found {
  readonly name: string;
  readonly value: string;
  readonly where: string;
}

/** Looks at its settings and its login. */
export function examineClaude(place: LoginPlace): Examined {
  const { home, env, folder } = place;
  const file = join(folder, 'settings.json');
  const settings = readSettings(file, tilde(file, home));
  const variable = (name: string): Found | null => {
    const inFile = textAt(settings.value, 'env', name);
    if (inFile !== null) return { name, value: inFile, where: tilde(file, home) };
    const inEnv = setting(env, name);
    return inEnv === null ? null : { name, value: inEnv, where: 'the environment' };
  };
  if (settings.problem !== null) {
    const detail = settings.problem;
    const login: Login = { kind: 'unknown', detail };
    return {
      login,
      pointing: { state: 'unknown', agent: null, detail },
      guards: guards('unknown', place),
    };
  }
  const cloud = Object.keys(CLOUDS).find((name) => isOn(variable(name)?.value));
  if (cloud !== undefined) return examinedCloud(cloud, variable(cloud)?.where ?? '', place);
  const helper = textAt(settings.value, 'apiKeyHelper') === null ? null : tilde(file, home);
  const login = keyLogin(variable, helper) ?? subscription(place);
  return { login, pointing: pointing(variable, place), guards: guards(login.kind, place) };
}

function examinedCloud(name: string, where: string, place: LoginPlace): Examined {
  const login: Login = { kind: 'other', detail: `${CLOUDS[name]} (${name} in ${where})` };
  const detail = `${BASE_URL} does not move calls to ${CLOUDS[name]}`;
  return {
    login,
    pointing: { state: 'nowhere', agent: null, detail },
    guards: guards('other', place),
  };
}

function keyLogin(variable: (name: string) => Found | null, helper: string | null): Login | null {
  const key = KEYS.map(variable).find((found) => found !== null);
  if (key) return { kind: 'api-key', detail: `${key.name} in ${key.where}` };
  return helper === null ? null : { kind: 'api-key', detail: `apiKeyHelper in ${helper}` };
}

/** A subscription, seen by its tokens or, where these are in the keychain, by the account. */
function subscription({ home, env, folder }: LoginPlace): Login {
  if (setting(env, 'CLAUDE_CODE_OAUTH_TOKEN') !== null) {
    return { kind: 'subscription', detail: 'CLAUDE_CODE_OAUTH_TOKEN in the environment' };
  }
  const file = join(folder, '.credentials.json');
  const shown = tilde(file, home);
  const credentials = readSettings(file, shown);
  if (credentials.problem !== null) return { kind: 'unknown', detail: credentials.problem };
  if (textAt(credentials.value, 'claudeAiOauth', 'accessToken') !== null) {
    return { kind: 'subscription', detail: shown };
  }
  // With a folder of its own the account stands inside it, else beside it.
  const own = setting(env, 'CLAUDE_CONFIG_DIR');
  const state = own === null ? join(home, '.claude.json') : join(own, '.claude.json');
  const { value, problem } = readSettings(state, tilde(state, home));
  if (problem !== null) return { kind: 'unknown', detail: problem };
  if (textAt(value, 'primaryApiKey') !== null) {
    return { kind: 'api-key', detail: tilde(state, home) };
  }
  if (valueAt(value, 'oauthAccount') !== undefined) {
    const detail = `an account in ${tilde(state, home)}; its tokens are elsewhere, such as in the keychain, which is not read`;
    return { kind: 'subscription', detail };
  }
  return { kind: 'none', detail: 'no key and no login found (the keychain is not read)' };
}

function pointing(variable: (name: string) => Found | null, { here }: LoginPlace): Pointing {
  const found = variable(BASE_URL);
  const where = found === null ? BASE_URL : `${BASE_URL} in ${found.where}`;
  return pointingOf(found?.value ?? null, where, here);
}

function guards(kind: Login['kind'], { pointBy }: LoginPlace): Guards {
  const byKind = {
    'api-key': 'works',
    subscription: 'untried',
    other: 'no',
    none: 'works',
    unknown: 'unknown',
  } as const;
  const unguarded = {
    'api-key': [],
    subscription: [
      'Its model calls follow the base URL with this login too (seen with a made-up one); its login and account ' +
        'requests go straight to Anthropic.',
    ],
    other: [
      'Nothing of it passes through Tripwire with this login: the proxy does not speak for a cloud.',
    ],
    none: [],
    unknown: [],
  }[kind];
  return {
    baseUrl: byKind[kind],
    hooks: { available: true, detail: HOOKS },
    unguarded: [...unguarded, 'Its screen looks for updates and plugins by itself.'],
    pointBy: kind === 'other' ? null : pointBy,
  };
}
