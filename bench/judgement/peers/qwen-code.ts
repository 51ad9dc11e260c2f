/**
 * qwen-code with its opt-in tier: any of eight rules, all within one turn, results ignored.
 *
 * The rollback of counters at a transport retry is left out: a transcript holds no replays.
 */
import type { ToolEvent } from '../../../src/detect/index.ts';
import { sortedCall, textArgument } from './call-keys.ts';
import { firstFiring, type Peer } from './peer.ts';
import { countOfNewest, endsInLaps, Streak } from './repetition.ts';
import { isChanging } from './tool-kinds.ts';

const IN_A_ROW = 5;
const GIT_OVERVIEWS = 8;
const SOFT_CAP = 100;
const HARD_CAP = 1_000;
const ANYWHERE = 6;
const READS = 8;
const READS_WINDOW = 15;
const SAME_TOOL = 8;
const THOUGHTS = 3;
/** Its own tools that read, and what Claude Code and others call the same. */
const reading =
  /^(?:read(?:_many)?(?:_files?)?|list_dir(?:ectory)?|ls|glob|grep|search_file_content)$/i;
const gitOverview = /^\s*git\s+(?:status|log|branch|remote|diff\s+--stat)\b(?!.*\s--\s)/;

class QwenTurn {
  readonly #calls: string[] = [];
  readonly #tools: string[] = [];
  readonly #toolStreak = new Streak();
  #mostFrequent = 0;
  #overviews = 0;
  #written = false;

  call(call: ToolEvent): boolean {
    const calls = this.#calls;
    calls.push(sortedCall(call));
    this.#tools.push(call.tool);
    this.#written ||= isChanging(call.tool);
    if (gitOverview.test(textArgument(call.args, ['command', 'cmd']) ?? '')) this.#overviews += 1;
    this.#mostFrequent = Math.max(this.#mostFrequent, countOfNewest(calls, calls.length));
    const sameTool = this.#toolStreak.next(call.tool);
    const reads = this.#tools.slice(-READS_WINDOW).filter((tool) => reading.test(tool)).length;
    return (
      endsInLaps(calls, 1, IN_A_ROW) ||
      endsInLaps(calls, 2, 3) ||
      this.#overviews >= GIT_OVERVIEWS ||
      this.#mostFrequent >= ANYWHERE ||
      (this.#written && reads >= READS) ||
      sameTool >= SAME_TOOL ||
      this.#exceedsCap()
    );
  }

  #exceedsCap(): boolean {
    const count = this.#calls.length;
    return count > HARD_CAP || (count > SOFT_CAP && this.#mostFrequent >= ANYWHERE);
  }
}

export const qwenCode: Peer = {
  name: 'qwen-code full',
  rule: '5 in a row, a call 6 times anywhere, ABABAB, 8 reads after a write, one tool 8 times, …',
  firedAt(thread) {
    let turn = new QwenTurn();
    const thoughts = new Streak();
    return firstFiring(thread, (event) => {
      if (event.kind === 'response') return thoughts.next(event.text.trim()) >= THOUGHTS;
      thoughts.reset();
      if (event.kind === 'prompt') turn = new QwenTurn();
      return event.kind === 'tool' && turn.call(event);
    });
  },
};
