/**
 * The coding agents that are tried, with the exact versions that the numbers in `docs/clients.md` belong to.
 *
 * They are no dependencies of Tripwire: together they weigh more than a gigabyte, so they are installed into a cache
 * folder, once for each set of versions, and only by the command that needs them.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolderOf } from '../../scripts/cached-packages.ts';

/** Those that hooks can guard. */
export type CodingClient = 'claude-code' | 'codex' | 'gemini-cli' | 'opencode';

/** Those that are guarded by a base URL alone. */
export type PlainClient =
  | 'qwen-code'
  | 'copilot-cli'
  | 'continue-cli'
  | 'pi'
  | 'kilo'
  | 'cline'
  | 'kimi-code';

export interface ClientPackage {
  readonly client: CodingClient | PlainClient;
  /** As people call it. */
  readonly title: string;
  readonly npmName: string;
  readonly version: string;
  /** The name of its program in `node_modules/.bin`. */
  readonly program: string;
}

/** An SDK that is imported, not started. */
export interface SdkPackage {
  readonly npmName: '@anthropic-ai/claude-agent-sdk' | '@openai/codex-sdk';
  readonly version: string;
  /** The file in it that is imported. */
  readonly entry: string;
}

export const clientPackages: readonly ClientPackage[] = [
  {
    client: 'claude-code',
    title: 'Claude Code',
    npmName: '@anthropic-ai/claude-code',
    version: '2.1.325',
    program: 'claude',
  },
  {
    client: 'codex',
    title: 'Codex',
    npmName: '@openai/codex',
    version: '0.166.0',
    program: 'codex',
  },
  {
    client: 'gemini-cli',
    title: 'Gemini CLI',
    npmName: '@google/gemini-cli',
    version: '0.61.0',
    program: 'gemini',
  },
  {
    client: 'opencode',
    title: 'OpenCode',
    npmName: 'opencode-ai',
    version: '1.18.33',
    program: 'opencode',
  },
];

/** The SDKs of two of them that adapters are tried with. Each brings a program of its own, so they are heavy too. */
export const sdkPackages: readonly SdkPackage[] = [
  { npmName: '@anthropic-ai/claude-agent-sdk', version: '0.3.325', entry: 'sdk.mjs' },
  { npmName: '@openai/codex-sdk', version: '0.163.0', entry: 'dist/index.js' },
];

/** The other coding agents. They have a folder of their own, so that none decides which versions the four above get. */
export const plainPackages: readonly ClientPackage[] = [
  {
    client: 'qwen-code',
    title: 'Qwen Code',
    npmName: '@qwen-code/qwen-code',
    version: '0.24.4',
    program: 'qwen',
  },
  {
    client: 'copilot-cli',
    title: 'GitHub Copilot CLI',
    npmName: '@github/copilot',
    version: '1.0.102',
    program: 'copilot',
  },
  {
    client: 'continue-cli',
    title: 'Continue',
    npmName: '@continuedev/cli',
    version: '1.5.47',
    program: 'cn',
  },
  {
    client: 'pi',
    title: 'pi',
    npmName: '@mariozechner/pi-coding-agent',
    version: '0.73.1',
    program: 'pi',
  },
  {
    client: 'kilo',
    title: 'Kilo',
    npmName: '@kilocode/cli',
    version: '7.7.7',
    program: 'kilo',
  },
  { client: 'cline', title: 'Cline', npmName: 'cline', version: '3.0.65', program: 'cline' },
  {
    client: 'kimi-code',
    title: 'Kimi Code',
    npmName: '@moonshot-ai/kimi-code',
    version: '2.1.0',
    program: 'kimi',
  },
];

/** A program that traces itself is made of these: the SDK of a provider, two instrumentations of it, OpenTelemetry. */
export const tracedPackages: readonly Pick<ClientPackage, 'npmName' | 'version'>[] = [
  { npmName: 'openai', version: '6.49.0' },
  { npmName: '@traceloop/instrumentation-openai', version: '0.27.0' },
  { npmName: '@arizeai/openinference-instrumentation-openai', version: '4.2.7' },
  { npmName: '@opentelemetry/api', version: '1.9.1' },
  { npmName: '@opentelemetry/sdk-trace-node', version: '2.12.0' },
  { npmName: '@opentelemetry/exporter-trace-otlp-http', version: '0.223.1' },
  { npmName: '@opentelemetry/exporter-trace-otlp-proto', version: '0.223.1' },
];

/** Python packages that a base URL guards. */
export const pythonPackages: readonly { readonly name: string; readonly version: string }[] = [
  { name: 'openai', version: '3.22.1' },
  { name: 'anthropic', version: '1.13.0' },
];

/** The package of a client. */
export function packageOf(client: ClientPackage['client']): ClientPackage {
  const found = [...clientPackages, ...plainPackages].find((one) => one.client === client);
  if (found === undefined) throw new Error(`no package is known for ${client}`);
  return found;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the four and their SDKs are installed, in these versions. */
export function clientsFolder(env: Environment): string {
  return cacheFolderOf([...clientPackages, ...sdkPackages], env);
}

/** Where the others are installed, in these versions. */
export function plainFolder(env: Environment): string {
  return cacheFolderOf(plainPackages, env);
}

/** Where those of the traced program are. */
export function tracedFolder(env: Environment): string {
  return cacheFolderOf(tracedPackages, env);
}

/** Where the Python packages have their environment. */
export function pythonFolder(env: Environment): string {
  const named = pythonPackages.map(({ name, version }) => ({ npmName: `python-${name}`, version }));
  return cacheFolderOf(named, env);
}

/** The program of a client, where the trials find it. */
export function installedProgram(client: ClientPackage['client'], env: Environment): string {
  const isPlain = plainPackages.some((one) => one.client === client);
  return clientProgram(client, isPlain ? plainFolder(env) : clientsFolder(env));
}

/** The program of a client. */
export function clientProgram(client: ClientPackage['client'], folder: string): string {
  return join(folder, 'node_modules', '.bin', packageOf(client).program);
}

/** An SDK, from where it is installed. */
export async function importSdk<Sdk>(npmName: SdkPackage['npmName']): Promise<Sdk> {
  const { entry = '' } = sdkPackages.find((one) => one.npmName === npmName) ?? {};
  const file = join(clientsFolder(process.env), 'node_modules', npmName, entry);
  return (await import(pathToFileURL(file).href)) as Sdk;
}
