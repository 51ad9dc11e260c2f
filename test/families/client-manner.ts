/**
 * How each client names its tools, wraps their arguments and frames their results.
 */
import type { SeededRandom } from '../simulation/seeded-random.ts';

export const MANNERS = ['claude', 'codex', 'gemini', 'opencode', 'custom'] as const;
export type Manner = (typeof MANNERS)[number];

/** A call as it goes over the wire, and its result as it comes back. */
export interface Exchange {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly err: boolean;
}

/** What a command printed and how it ended. */
export interface Printed {
  readonly text: string;
  readonly exit?: number;
  /** How long it ran, for clients that say so; chance says otherwise. */
  readonly seconds?: number;
}

type Writer = (command: string, printed: Printed, random: SeededRandom) => Exchange;

const SHELLS: Readonly<Record<Manner, Writer>> = {
  claude: (command, { text, exit = 0 }, random) => ({
    name: 'Bash',
    args: { command, description: purpose(command, random) },
    text: exit === 0 ? text || '(Bash completed with no output)' : `Exit code ${exit}\n${text}`,
    err: exit !== 0,
  }),
  codex: (command, { text, exit = 0, seconds }, random) => ({
    name: 'shell',
    args: { command: ['bash', '-lc', command], workdir: '/workspace', timeout_ms: 120_000 },
    text: `Exit code: ${exit}\nWall time: ${seconds ?? random.between(1, 39) / 10} seconds\nOutput:\n${text}`,
    err: false,
  }),
  gemini: (command, { text, exit = 0 }, random) => ({
    name: 'run_shell_command',
    args: { command, description: purpose(command, random) },
    text: `Command: ${command}\nDirectory: (root)\nOutput: ${text || '(empty)'}\nError: (none)\nExit Code: ${exit}\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: ${random.between(2000, 90_000)}`,
    err: false,
  }),
  opencode: (command, { text, exit = 0 }, random) => ({
    name: 'bash',
    args: {
      command,
      description: purpose(command, random),
      timeout: random.pick([60_000, 120_000]),
    },
    text: exit === 0 ? text : `${text}\n\nCommand failed with exit code ${exit}`,
    err: false,
  }),
  custom: (command, { text, exit = 0, seconds }, random) => ({
    name: 'run_command',
    args: { cmd: command },
    text: JSON.stringify({
      stdout: text,
      exit_code: exit,
      duration_ms: seconds === undefined ? random.between(11, 4200) : Math.round(seconds * 1000),
    }),
    err: false,
  }),
};

function purpose(command: string, random: SeededRandom): string {
  const [program = 'the command'] = command.split(/[ &|]/);
  return random.pick([
    `Run ${program}`,
    `Check with ${program}`,
    `Use ${program} to see where we are`,
    `${program} for the current state`,
  ]);
}

/** A command in the manner of a client. */
export function shellExchange(
  manner: Manner,
  command: string,
  printed: Printed,
  random: SeededRandom,
): Exchange {
  return SHELLS[manner](command, printed, random);
}

/** Reading a file. */
export function readExchange(manner: Manner, path: string, text: string): Exchange {
  const numbered = text
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
    .join('\n');
  if (manner === 'claude')
    return { name: 'Read', args: { file_path: path }, text: numbered, err: false };
  if (manner === 'codex') {
    return {
      name: 'shell',
      args: { command: ['bash', '-lc', `sed -n '1,240p' ${path}`], workdir: '/workspace' },
      text: `Exit code: 0\nWall time: 0.1 seconds\nOutput:\n${text}`,
      err: false,
    };
  }
  if (manner === 'gemini')
    return { name: 'read_file', args: { absolute_path: path }, text, err: false };
  if (manner === 'opencode')
    return {
      name: 'read',
      args: { filePath: path },
      text: `<file>\n${numbered}\n</file>`,
      err: false,
    };
  return {
    name: 'open_file',
    args: { path },
    text: JSON.stringify({ path, content: text }),
    err: false,
  };
}

/** Changing a few lines of a file. */
export function editExchange(
  manner: Manner,
  path: string,
  before: string,
  after: string,
): Exchange {
  if (manner === 'claude') {
    return {
      name: 'Edit',
      args: { file_path: path, old_string: before, new_string: after },
      text: `The file ${path} has been updated successfully.`,
      err: false,
    };
  }
  if (manner === 'codex') {
    const lines = (sign: string, text: string) =>
      text
        .split('\n')
        .map((line) => sign + line)
        .join('\n');
    return {
      name: 'apply_patch',
      args: {
        input: `*** Begin Patch\n*** Update File: ${path}\n@@\n${lines('-', before)}\n${lines('+', after)}\n*** End Patch`,
      },
      text: `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM ${path}\n`,
      err: false,
    };
  }
  if (manner === 'gemini') {
    return {
      name: 'replace',
      args: { file_path: path, old_string: before, new_string: after },
      text: `Successfully modified file: ${path} (1 replacements).`,
      err: false,
    };
  }
  if (manner === 'opencode')
    return {
      name: 'edit',
      args: { filePath: path, oldString: before, newString: after },
      text: 'Edit applied successfully.',
      err: false,
    };
  return {
    name: 'patch_file',
    args: { path, find: before, replace: after },
    text: '{"ok":true}',
    err: false,
  };
}

/** Writing a whole file. */
export function writeExchange(manner: Manner, path: string, content: string): Exchange {
  if (manner === 'claude')
    return {
      name: 'Write',
      args: { file_path: path, content },
      text: `File created successfully at: ${path}`,
      err: false,
    };
  if (manner === 'codex') {
    const lines = content
      .split('\n')
      .map((line) => `+${line}`)
      .join('\n');
    return {
      name: 'apply_patch',
      args: { input: `*** Begin Patch\n*** Add File: ${path}\n${lines}\n*** End Patch` },
      text: `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA ${path}\n`,
      err: false,
    };
  }
  if (manner === 'gemini')
    return {
      name: 'write_file',
      args: { file_path: path, content },
      text: `Successfully created and wrote to new file: ${path}.`,
      err: false,
    };
  if (manner === 'opencode')
    return {
      name: 'write',
      args: { filePath: path, content },
      text: 'Wrote file successfully.',
      err: false,
    };
  return { name: 'save_file', args: { path, content }, text: '{"ok":true}', err: false };
}

/** A result as MCP servers wrap it. */
export function textBlock(
  text: string,
): readonly { readonly type: 'text'; readonly text: string }[] {
  return [{ type: 'text', text }];
}
