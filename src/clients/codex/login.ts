/**
 * Codex: how it is logged in, and where it sends its calls.
 *
 * Seen with 0.166.0: it does not read OPENAI_BASE_URL nor OPENAI_API_KEY from the environment; a key in `auth.json` wins
 * over the tokens beside it; `openai_base_url` moves the model calls of a ChatGPT login too.
 */
import { join } from 'node:path';
import { pointingOf } from '../base-url.ts';
import {
  setting,
  tilde,
  type LoginPlace,
  type Examined,
  type Guards,
  type Login,
  type Pointing,
} from '../examined.ts';
import { readSettings, settingsText, textAt } from '../settings-file.ts';
import { readToml, type TomlTexts } from '../toml.ts';

const BUILT_IN = 'openai';
const CLOUD = 'amazon-bedrock';
const HOOKS =
  'tripwire init codex puts ours before and after tool calls, but nothing sees what is typed into a running shell; ' +
  'the person must trust them once';

/** The provider that is in use, as the settings name it. */
interface Provider {
  readonly name: string;
  readonly baseUrl: string | null;
  /** The setting that holds the base URL. */
  readonly where: string;
  /** The variable that holds its key; null where the login of Codex is used. */
  readonly keyVariable: string | null;
  readonly usesLogin: boolean;
}

/** Looks at its settings and its login. */
export function examineCodex(place: LoginPlace): Examined {
  const { home, here, folder } = place;
  const file = join(folder, 'config.toml');
  const shown = tilde(file, home);
  const toml = tomlOf(file);
  const provider = toml === null ? null : providerIn(toml, shown);
  if (toml === null || provider === null) {
    const detail = `${shown} cannot be understood here: look for openai_base_url and model_provider yourself`;
    const pointing: Pointing = { state: 'unknown', agent: null, detail };
    const login = loginOf(place, null);
    return { login, pointing, guards: guards(login, place) };
  }
  const login = provider.usesLogin ? loginOf(place, toml) : providerLogin(provider, place);
  const pointing = pointingOf(provider.baseUrl, provider.where, here);
  return { login, pointing: withIgnored(pointing, place), guards: guards(login, place) };
}

function tomlOf(file: string): TomlTexts | null {
  try {
    return readToml(settingsText(file) ?? '');
  } catch {
    return null;
  }
}

/** The provider in use; null when that cannot be told. */
function providerIn(toml: TomlTexts, shown: string): Provider | null {
  // A profile may change every setting, and newer versions keep it in a file of its own.
  const profile = toml.textAt('profile');
  const chosen = toml.textAt('model_provider');
  if (profile === 'unclear' || profile.text !== null || chosen === 'unclear') return null;
  const name = chosen.text ?? BUILT_IN;
  const isBuiltIn = name === BUILT_IN;
  const path = isBuiltIn ? ['openai_base_url'] : ['model_providers', name, 'base_url'];
  const baseUrl = toml.textAt(...path);
  const key = isBuiltIn ? { text: null } : toml.textAt('model_providers', name, 'env_key');
  if (baseUrl === 'unclear' || key === 'unclear') return null;
  return {
    name,
    baseUrl: baseUrl.text,
    where: `${path.join('.')} in ${shown}`,
    keyVariable: key.text,
    usesLogin: isBuiltIn,
  };
}

function providerLogin({ name, keyVariable }: Provider, { env }: LoginPlace): Login {
  if (name === CLOUD) return { kind: 'other', detail: 'Amazon Bedrock (model_provider)' };
  if (keyVariable === null) {
    return { kind: 'unknown', detail: `the provider ${name} names no variable for its key` };
  }
  // People write the key itself there by mistake.
  const called = /^[A-Z][A-Z0-9_]{0,63}$/.test(keyVariable) ? keyVariable : 'the variable it names';
  return setting(env, keyVariable) === null
    ? { kind: 'none', detail: `the provider ${name} wants ${called}, which is not set here` }
    : { kind: 'api-key', detail: `${called} in the environment, for the provider ${name}` };
}

function loginOf({ home, env, folder }: LoginPlace, toml: TomlTexts | null): Login {
  if (setting(env, 'CODEX_API_KEY') !== null) {
    return {
      kind: 'api-key',
      detail: 'CODEX_API_KEY in the environment (codex exec alone reads it)',
    };
  }
  const file = join(folder, 'auth.json');
  const shown = tilde(file, home);
  const { value, problem, isThere } = readSettings(file, shown);
  if (problem !== null) return { kind: 'unknown', detail: problem };
  const mode = textAt(value, 'auth_mode')?.toLowerCase() ?? null;
  const hasKey = textAt(value, 'OPENAI_API_KEY') !== null;
  const hasTokens = textAt(value, 'tokens', 'access_token') !== null;
  if (hasTokens && (mode === 'chatgpt' || !hasKey)) {
    return { kind: 'subscription', detail: `ChatGPT login in ${shown}` };
  }
  if (hasKey) return { kind: 'api-key', detail: `OPENAI_API_KEY in ${shown}` };
  const store = toml?.textAt('cli_auth_credentials_store');
  if (store !== undefined && (store === 'unclear' || /keyring|auto/.test(store.text ?? ''))) {
    return { kind: 'unknown', detail: 'its login is in the keychain, which is not read' };
  }
  const detail = isThere ? `${shown} holds neither a key nor a login` : `there is no ${shown}`;
  return { kind: 'none', detail };
}

/** A variable that other programs read and Codex does not. */
function withIgnored(pointing: Pointing, { env, here }: LoginPlace): Pointing {
  const ignored = pointingOf(setting(env, 'OPENAI_BASE_URL'), 'OPENAI_BASE_URL', here);
  if (ignored.state !== 'here' || pointing.state === 'here') return pointing;
  const detail = `${pointing.detail}; OPENAI_BASE_URL points here, but Codex does not read it`;
  return { ...pointing, detail };
}

function guards({ kind }: Login, { pointBy }: LoginPlace): Guards {
  const isChatGpt = kind === 'subscription';
  const baseUrl = {
    'api-key': 'works',
    subscription: 'untried',
    other: 'no',
    none: 'works',
    unknown: 'unknown',
  } as const;
  const unguarded = [
    ...(isChatGpt
      ? [
          'With a ChatGPT login it speaks to chatgpt.com, and api.openai.com does not know that login. A base URL moves ' +
            'its model calls, but only an upstream with the url https://chatgpt.com/backend-api/codex could answer ' +
            'them; nobody tried that. Other requests go straight to chatgpt.com. An API key is the safe way.',
        ]
      : []),
    ...(kind === 'other' ? ['Nothing of it passes through Tripwire with this provider.'] : []),
    'It asks github.com and chatgpt.com for updates, plugins and apps by itself, unless [features] says otherwise.',
  ];
  return {
    baseUrl: baseUrl[kind],
    hooks: { available: true, detail: HOOKS },
    unguarded,
    pointBy: isChatGpt || kind === 'other' ? null : pointBy,
  };
}
