/**
 * Notices a streamed answer in which nothing comes any more, and where a person wants it, ends it so that the client can
 * ask again.
 *
 * Only the time that is spent waiting for the provider counts: a client that reads slowly, and a person who is asked about a
 * tool, stall nothing.
 */
import type { StuckNote } from '../../core/index.ts';
import type { AnswerBody } from '../answer-body.ts';

/** How long is too long, and what is done then. */
export interface StallSettings {
  readonly ms: number;
  readonly cuts: boolean;
}

/** Whose streams are watched. */
interface StalledPlace {
  readonly agent: string;
  readonly provider: string;
}

/** Writes a note on an agent. */
export type NoteStuck = (agent: string, stuck: StuckNote, details: string) => void;

/** Ends a stream that stalled. */
export class StreamStalled extends Error {}

/** The streams of all agents that stall at this moment: an agent has one sign, however many of its streams do. */
export class StalledStreams {
  readonly #settings: () => StallSettings;
  readonly #note: NoteStuck;
  readonly #stalled = new Map<string, number>();

  constructor(settings: () => StallSettings, note: NoteStuck) {
    this.#settings = settings;
    this.#note = note;
  }

  /** Watches one stream. */
  watch(place: StalledPlace, body: Pick<AnswerBody, 'destroy'>): StallWatch {
    const { ms, cuts } = this.#settings();
    return new StallWatch(ms, {
      stalled: () => {
        this.#begun(place, ms, cuts);
        if (cuts) body.destroy(new StreamStalled('nothing came for too long'));
      },
      over: () => this.#over(place),
    });
  }

  #begun({ agent, provider }: StalledPlace, ms: number, cuts: boolean): void {
    const before = this.#stalled.get(agent) ?? 0;
    this.#stalled.set(agent, before + 1);
    if (before > 0) return;
    const seconds = Math.round(ms / 1_000);
    const then = cuts ? '; it was cut so that the client can ask again' : '';
    const words = `an answer of ${provider} stalled: nothing came for ${seconds} s${then}`;
    this.#note(agent, { code: 'STREAM_STALLED', state: 'begun' }, words);
  }

  #over({ agent }: StalledPlace): void {
    const left = (this.#stalled.get(agent) ?? 1) - 1;
    if (left > 0) {
      this.#stalled.set(agent, left);
      return;
    }
    this.#stalled.delete(agent);
    const words = 'the stalled answer went on or has ended';
    this.#note(agent, { code: 'STREAM_STALLED', state: 'over' }, words);
  }
}

/** The clock of one stream. */
export class StallWatch {
  readonly #hears: { readonly stalled: () => void; readonly over: () => void };
  readonly #timer: NodeJS.Timeout;
  #isWaiting = true;
  #isStalled = false;

  constructor(ms: number, hears: { readonly stalled: () => void; readonly over: () => void }) {
    this.#hears = hears;
    this.#timer = setTimeout(() => this.#look(), ms).unref();
  }

  /** The provider is waited for, from now on. */
  waits(): void {
    this.#isWaiting = true;
    this.#timer.refresh();
  }

  /** Something came. */
  came(): void {
    this.#isWaiting = false;
    this.#end();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#end();
  }

  #look(): void {
    if (!this.#isWaiting || this.#isStalled) return;
    this.#isStalled = true;
    this.#hears.stalled();
  }

  #end(): void {
    if (!this.#isStalled) return;
    this.#isStalled = false;
    this.#hears.over();
  }
}
