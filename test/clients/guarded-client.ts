/**
 * A coding agent as the trials of its hooks see it: how `tripwire init` calls it, where its settings are, and what more
 * it must be told to work under hooks in a place without a terminal.
 */
import type { FakeToolCall } from '../../src/testing/index.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencodeOnMessages } from './opencode.ts';
import type { TriedClient } from './tried-client.ts';

export interface GuardedClient {
  readonly tried: TriedClient;
  readonly title: string;
  /** What `tripwire init` calls it. */
  readonly initName: 'claude-code' | 'codex' | 'gemini' | 'opencode';
  /** The file below the home that gets the hooks. */
  readonly settings: string;
  /** More words on its command line. */
  readonly args: readonly string[];
  /** More variables. */
  readonly env: Readonly<Record<string, string>>;
  /** The call with which the model writes a file of the project. */
  readonly write: (file: string, text: string, project: string) => FakeToolCall;
  /** The context window that the loop takes for it, in tokens. */
  readonly windowTokens: number;
  /** Whether it tells the tokens of an answer only when the tools of that answer are running. */
  readonly isLateByOne: boolean;
  /** Whether a hook can end the session at a tool call. */
  readonly endsAtTool: boolean;
}

/** Codex passes over hooks that nobody has trusted on its screen; this is its own option for that. */
const TRUSTED = '--dangerously-bypass-hook-trust';

export const guardedClients: readonly GuardedClient[] = [
  {
    tried: claudeCode,
    title: 'Claude Code',
    initName: 'claude-code',
    settings: '.claude/settings.json',
    args: [],
    env: {},
    write: (file, content, project) => ({
      name: 'Write',
      args: { file_path: `${project}/${file}`, content },
    }),
    windowTokens: 200_000,
    isLateByOne: false,
    endsAtTool: true,
  },
  {
    tried: codex,
    title: 'Codex',
    initName: 'codex',
    settings: '.codex/hooks.json',
    args: [TRUSTED],
    env: {},
    write: (file, text) => codex.shell(patched(file, text)),
    windowTokens: 258_400,
    isLateByOne: true,
    endsAtTool: false,
  },
  {
    tried: geminiCli,
    title: 'Gemini CLI',
    initName: 'gemini',
    settings: '.gemini/settings.json',
    args: [],
    env: {},
    write: (file, content, project) => ({
      name: 'write_file',
      args: { file_path: `${project}/${file}`, content },
    }),
    windowTokens: 1_048_576,
    isLateByOne: false,
    endsAtTool: true,
  },
  {
    tried: opencodeOnMessages,
    title: 'OpenCode',
    initName: 'opencode',
    settings: '.config/opencode/plugin/tripwire.js',
    args: [],
    // It wants to install a package beside a plugin. Without a network it would wait a minute for that.
    env: { npm_config_offline: 'true' },
    write: (file, content, project) => ({
      name: 'write',
      args: { filePath: `${project}/${file}`, content },
    }),
    windowTokens: 200_000,
    isLateByOne: true,
    endsAtTool: true,
  },
];

/** Its model changes files by a patch on the command line. */
function patched(file: string, text: string): string {
  const lines = text.trimEnd().split('\n');
  const added = lines.map((line) => `+${line}`).join('\n');
  return `apply_patch <<'PATCH'\n*** Begin Patch\n*** Add File: ${file}\n${added}\n*** End Patch\nPATCH`;
}
