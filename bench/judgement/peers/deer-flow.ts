/**
 * deer-flow: five equal calls among the last twenty, or fifty calls of one tool in a row.
 *
 * Only the telling arguments count (path, address, query, command), line ranges in steps of 200; a
 * tool that writes is compared with all it writes.
 */
import type { ToolEvent } from '../../../src/detect/index.ts';
import { sortedJson } from './call-keys.ts';
import { firstFiringCall, type Peer } from './peer.ts';
import { countOfNewest } from './repetition.ts';
import { isChanging } from './tool-kinds.ts';

const WINDOW = 20;
const REPEATS = 5;
const SAME_TOOL = 50;
const RANGE_LINES = 200;
const telling = new Set(['path', 'file_path', 'url', 'query', 'command', 'cmd', 'pattern', 'glob']);
const ranges = new Set(['start_line', 'end_line', 'offset', 'line']);

function key({ tool, args }: ToolEvent): string {
  if (isChanging(tool) || typeof args !== 'object' || args === null) {
    return `${tool} ${sortedJson(args)}`;
  }
  const fields = Object.entries(args);
  const kept = fields.filter(([name]) => telling.has(name));
  if (kept.length === 0) return `${tool} ${sortedJson(args)}`;
  const buckets = fields
    .filter(([name]) => ranges.has(name))
    .map(([name, line]) => [name, Math.floor(Number(line) / RANGE_LINES)]);
  return `${tool} ${sortedJson(Object.fromEntries([...kept, ...buckets]))}`;
}

export const deerFlow: Peer = {
  name: 'deer-flow 5',
  rule: 'the same call by its telling arguments 5 times in the last 20; one tool 50 times in a row',
  firedAt(thread) {
    const keys: string[] = [];
    const tools: string[] = [];
    return firstFiringCall(thread, (call) => {
      keys.push(key(call));
      tools.push(call.tool);
      return countOfNewest(keys, WINDOW) >= REPEATS || countOfNewest(tools, SAME_TOOL) >= SAME_TOOL;
    });
  },
};
