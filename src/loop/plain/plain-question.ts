/**
 * A call of plain work, as a hook's process puts it to a server: the event, and the loop's files as they are.
 *
 * The hook's process reads and writes the files, because they are its user's; what they say is judged where the rules are
 * loaded already. Most calls of healthy work are plain: nothing is raised, lifted or logged. Whatever is not is judged
 * by the hook itself, with everything that it may have to look at.
 */
import type { LoopAnswer, LoopEvent } from '../../clients/hook-event.ts';
import type { LoopTexts, WrittenTexts } from '../files/loop-texts.ts';
import type { LiveLines } from '../replays/live-lines.ts';
import type { Surroundings } from '../rules/situation.ts';

/** A tool call, before it runs or after. */
export type CallEvent = Extract<LoopEvent, { kind: 'tool-before' | 'tool-after' }>;

/** What is asked. */
export interface PlainQuestion {
  readonly event: CallEvent;
  readonly around: Pick<Surroundings, 'usage' | 'unattended' | 'places'>;
  readonly isSupervised: boolean;
  readonly texts: LoopTexts;
  /** The first line and the last of the session's replay. */
  readonly replay: Pick<LiveLines, 'head' | 'last'>;
}

/** What is answered, and what is written before the answer is given. */
export interface PlainOutcome {
  readonly answer: LoopAnswer;
  /** Null: nothing is written. */
  readonly written: PlainWrites | null;
}

export interface PlainWrites extends WrittenTexts {
  /** The next line of the replay; null when it is full. */
  readonly step: string | null;
}
