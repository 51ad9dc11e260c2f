/**
 * OpenCode: how it is logged in, and where it sends its calls. It may use several providers, each with a login and a
 * base URL of its own.
 *
 * Seen with 1.18.33: without a `baseURL` in its settings it follows ANTHROPIC_BASE_URL and OPENAI_BASE_URL. A ChatGPT
 * login follows nothing: its calls are rewritten to chatgpt.com.
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
import { namesIn, readSettings, textAt, valueAt, type SettingsFile } from '../settings-file.ts';

const HOOKS = 'tripwire init opencode brings a plugin before and after every tool call';
const KEY_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
};
const URL_VARIABLES: Readonly<Record<string, string>> = {
  anthropic: 'ANTHROPIC_BASE_URL',
  openai: 'OPENAI_BASE_URL',
};

/** A provider that OpenCode can use here. */
interface Provider {
  readonly name: string;
  readonly login: Login;
  readonly pointing: Pointing;
}

interface NamedFile extends SettingsFile {
  readonly shown: string;
}

/** Looks at its settings and its logins. */
export function examineOpencode(place: LoginPlace): Examined {
  const files = settingsFiles(place);
  const auth = authFile(place);
  const problem = [...files, auth].find((file) => file.problem !== null)?.problem;
  if (problem) {
    const login: Login = { kind: 'unknown', detail: problem };
    const pointing: Pointing = { state: 'unknown', agent: null, detail: problem };
    return { login, pointing, guards: guards(login, [], place) };
  }
  const inFiles = files.flatMap(({ value }) => namesIn(valueAt(value, 'provider')));
  const byKey = Object.keys(KEY_VARIABLES).filter((name) => keyVariable(name, place) !== null);
  const names = [...new Set([...namesIn(auth.value), ...inFiles, ...byKey])].toSorted();
  const providers = names.map((name): Provider => {
    const login = loginOf(name, auth, files, place);
    return { name, login, pointing: pointingFor(name, login, files, place) };
  });
  const login = allLogins(providers);
  return { login, pointing: allPointings(providers), guards: guards(login, providers, place) };
}

/** Its own settings, weakest first. Those of a project are not looked at: which project is not known. */
function settingsFiles({ home, env, folder }: LoginPlace): readonly NamedFile[] {
  const named = setting(env, 'OPENCODE_CONFIG');
  const paths = ['config.json', 'opencode.json', 'opencode.jsonc'].map((name) =>
    join(folder, name),
  );
  return [...paths, ...(named === null ? [] : [named])].map((file) => {
    const shown = tilde(file, home);
    return { ...readSettings(file, shown), shown };
  });
}

function authFile({ home, env }: LoginPlace): NamedFile {
  const data = setting(env, 'XDG_DATA_HOME') ?? join(home, '.local', 'share');
  const file = join(data, 'opencode', 'auth.json');
  const shown = tilde(file, home);
  return { ...readSettings(file, shown), shown };
}

function keyVariable(provider: string, { env }: LoginPlace): string | null {
  return KEY_VARIABLES[provider]?.find((name) => setting(env, name) !== null) ?? null;
}

function loginOf(
  name: string,
  auth: NamedFile,
  files: readonly NamedFile[],
  place: LoginPlace,
): Login {
  const inSettings = files.findLast(({ value }) =>
    textAt(value, 'provider', name, 'options', 'apiKey'),
  );
  if (inSettings !== undefined) return { kind: 'api-key', detail: `key in ${inSettings.shown}` };
  const type = textAt(auth.value, name, 'type');
  if (type === 'oauth') return { kind: 'subscription', detail: `login in ${auth.shown}` };
  if (type === 'api') return { kind: 'api-key', detail: `key in ${auth.shown}` };
  if (type === 'wellknown') return { kind: 'other', detail: `login of a company in ${auth.shown}` };
  if (type !== null)
    return { kind: 'unknown', detail: `a login of an unknown kind in ${auth.shown}` };
  const variable = keyVariable(name, place);
  return variable === null
    ? { kind: 'none', detail: 'no key found' }
    : { kind: 'api-key', detail: `${variable} in the environment` };
}

function pointingFor(
  name: string,
  { kind }: Login,
  files: readonly NamedFile[],
  { env, here }: LoginPlace,
): Pointing {
  if (name === 'openai' && kind === 'subscription') {
    const detail = 'a ChatGPT login goes to chatgpt.com whatever the base URL says';
    return { state: 'nowhere', agent: null, detail };
  }
  const file = files.findLast(({ value }) => textAt(value, 'provider', name, 'options', 'baseURL'));
  const written = textAt(file?.value, 'provider', name, 'options', 'baseURL');
  if (written !== null) {
    const where = `baseURL in ${file?.shown}`;
    const variable = /^\{env:([^}]+)\}$/.exec(written)?.[1];
    return pointingOf(variable === undefined ? written : setting(env, variable), where, here);
  }
  const variable = URL_VARIABLES[name];
  if (variable === undefined) return pointingOf(null, 'a baseURL', here);
  return pointingOf(setting(env, variable), variable, here);
}

function allLogins(providers: readonly Provider[]): Login {
  const order = ['subscription', 'other', 'unknown', 'api-key', 'none'] as const;
  const kind = order.find((one) => providers.some(({ login }) => login.kind === one));
  if (kind === undefined) return { kind: 'none', detail: 'no provider is set up' };
  const detail = providers.map(({ name, login }) => `${name}: ${login.kind}, ${login.detail}`);
  return { kind, detail: detail.join('; ') };
}

function allPointings(providers: readonly Provider[]): Pointing {
  const [first] = providers;
  if (first === undefined) {
    return { state: 'nowhere', agent: null, detail: 'no provider is set up' };
  }
  const detail = providers.map(({ name, pointing }) => `${name}: ${pointing.detail}`).join('; ');
  const states = new Set(providers.map(({ pointing }) => pointing.state));
  const agent = providers.find(({ pointing }) => pointing.agent !== null)?.pointing.agent ?? null;
  if (states.size === 1) return { state: first.pointing.state, agent, detail };
  if (states.has('unknown')) return { state: 'unknown', agent, detail };
  return { state: states.has('here') ? 'partly' : 'elsewhere', agent, detail };
}

function guards({ kind }: Login, providers: readonly Provider[], { pointBy }: LoginPlace): Guards {
  const byLogin = providers.filter(({ login }) => login.kind === 'subscription');
  const isChatGpt = byLogin.some(({ name }) => name === 'openai');
  const others = byLogin.filter(({ name }) => name !== 'openai').map(({ name }) => name);
  const onlyChatGpt = isChatGpt && providers.length === 1;
  const unguarded = [
    ...(isChatGpt
      ? [
          'A ChatGPT login goes to chatgpt.com whatever the base URL says: only an API key can be guarded.',
        ]
      : []),
    ...(others.length === 0
      ? []
      : [`Nobody tried whether the login of ${others.join(', ')} follows a base URL.`]),
    'It fetches its list of models, plugins and updates by itself.',
  ];
  const followed = kind === 'api-key' || kind === 'none' ? 'works' : 'untried';
  return {
    baseUrl: onlyChatGpt ? 'no' : kind === 'unknown' ? 'unknown' : followed,
    hooks: { available: true, detail: HOOKS },
    unguarded,
    pointBy: onlyChatGpt ? null : pointBy,
  };
}
