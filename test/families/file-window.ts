/**
 * Reading some lines of a file, in the manner of each client.
 */
import type { Exchange, Manner } from './client-manner.ts';

/** Lines `from` to `from + count - 1`, counted from 1. */
export function fileWindow(
  manner: Manner,
  path: string,
  lines: readonly string[],
  from: number,
  count: number,
): Exchange {
  const some = lines.slice(from - 1, from - 1 + count);
  const numbered = some
    .map((line, index) => `${String(from + index).padStart(6)}→${line}`)
    .join('\n');
  const until = from + some.length - 1;
  const exchanges: Readonly<Record<Manner, Omit<Exchange, 'err'>>> = {
    claude: {
      name: 'Read',
      args: { file_path: path, offset: from, limit: count },
      text: numbered,
    },
    codex: {
      name: 'shell',
      args: {
        command: ['bash', '-lc', `sed -n '${from},${from + count - 1}p' ${path}`],
        workdir: '/workspace',
      },
      text: `Exit code: 0\nWall time: 0.1 seconds\nOutput:\n${some.join('\n')}`,
    },
    gemini: {
      name: 'read_file',
      args: { absolute_path: path, offset: from - 1, limit: count },
      text: `IMPORTANT: The file content has been truncated.\nStatus: Showing lines ${from}-${until} of ${lines.length} total lines.\n\n--- FILE CONTENT (truncated) ---\n${some.join('\n')}`,
    },
    opencode: {
      name: 'read',
      args: { filePath: path, offset: from - 1, limit: count },
      text: `<file>\n${numbered}\n\n(File has more lines. Use 'offset' parameter to read beyond line ${until})\n</file>`,
    },
    custom: {
      name: 'open_file',
      args: { path, start_line: from, end_line: from + count - 1 },
      text: JSON.stringify({
        path,
        start_line: from,
        total: lines.length,
        content: some.join('\n'),
      }),
    },
  };
  return { ...exchanges[manner], err: false };
}
