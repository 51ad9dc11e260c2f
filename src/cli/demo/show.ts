/**
 * The demo as a show: simulated time runs at its pace, and stands still where something turns.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Constitution } from '../../core/index.ts';
import type { Moment } from '../../testing/index.ts';
import type { Line } from '../terminal/styled-line.ts';
import { captionFor, OPENING, type Caption } from './caption.ts';
import { renderScreen } from './screen.ts';
import type { Turn } from './turning-points.ts';
import { advanceAll, type AgentView } from './view.ts';

/** Simulated milliseconds in one real one. */
const SPEED = 52;
const FRAME_MS = 50;
/** No answer is shorter on the screen, so that a torrent can be seen coming. */
const ANSWER_MS_MIN = 50;
/** Time to read: at the start, at what is new, and at what was seen before. */
const OPENING_MS = 2_000;
const NEWS_MS = 1_400;
const REPEAT_MS = 300;

/** Where the screens go: a terminal, or a test that looks at them. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  draw(lines: readonly Line[]): void;
}

/** Shows judged records as they come; returns the agents as they are at the end. */
export class DemoShow {
  readonly #canvas: Canvas;
  readonly #constitution: Constitution;
  readonly #waits: boolean;
  /** Kinds of turn that were shown before. */
  readonly #seen = new Set<string>();
  #views: readonly AgentView[];
  #caption: Caption = OPENING;
  #clockMs = 0;

  constructor(
    canvas: Canvas,
    constitution: Constitution,
    views: readonly AgentView[],
    waits: boolean,
  ) {
    this.#canvas = canvas;
    this.#constitution = constitution;
    this.#views = views;
    this.#waits = waits;
  }

  /** Plays to the end. */
  async play(moments: AsyncIterable<Moment>): Promise<readonly AgentView[]> {
    this.#draw();
    await this.#wait(OPENING_MS);
    for await (const moment of moments) {
      await this.#runTo(moment);
      const before = this.#views;
      const { views, turns } = advanceAll(before, moment);
      this.#views = views;
      const turn = turns.at(-1);
      const news = turn === undefined ? 0 : this.#announce(before, moment.agent, turn);
      // A result changes little, and its event was drawn a moment ago.
      if (moment.record.type !== 'result') this.#draw();
      await this.#wait(news);
    }
    await this.#wait(NEWS_MS);
    return this.#views;
  }

  /** Lets simulated time pass until the moment. */
  async #runTo({ atMs, record }: Moment): Promise<void> {
    const realMs = (atMs - this.#clockMs) / SPEED;
    const leftMs = record.type === 'event' ? Math.max(realMs, ANSWER_MS_MIN) : realMs;
    const frames = this.#waits ? Math.floor(leftMs / FRAME_MS) : 0;
    const startMs = this.#clockMs;
    for (let frame = 1; frame <= frames; frame += 1) {
      await this.#wait(FRAME_MS);
      this.#clockMs = startMs + ((atMs - startMs) * frame * FRAME_MS) / leftMs;
      this.#draw();
    }
    await this.#wait(leftMs - frames * FRAME_MS);
    this.#clockMs = atMs;
  }

  /** Changes the caption; returns how long to stand still for it. */
  #announce(before: readonly AgentView[], agent: string, turn: Turn): number {
    const stops = before.find(({ name }) => name === agent)?.stops ?? [];
    const key = keyOf(turn);
    const isNew = !this.#seen.has(key);
    // A pause is worth a word once, for an agent that did nothing wrong.
    if (turn.kind === 'idle' && (!isNew || stops.length > 0)) return 0;
    this.#seen.add(key);
    const alike = turn.kind === 'veto' ? stops.filter(({ code }) => code === turn.code) : stops;
    this.#caption = captionFor(agent, turn, alike.length);
    return isNew ? NEWS_MS : REPEAT_MS;
  }

  #draw(): void {
    const { columns, rows } = this.#canvas;
    const screen = {
      clockMs: this.#clockMs,
      constitution: this.#constitution,
      caption: this.#caption,
      agents: this.#views,
    };
    this.#canvas.draw(renderScreen(screen, columns, rows));
  }

  async #wait(ms: number): Promise<void> {
    if (this.#waits && ms > 0) await sleep(ms);
  }
}

/** Turns with the same key tell a person the same. */
function keyOf(turn: Turn): string {
  switch (turn.kind) {
    case 'veto':
      return `veto ${turn.code}`;
    case 'held':
    case 'recovered':
      return `${turn.kind} ${turn.hold.hold}`;
    case 'cooldown-over':
      return `cooldown over ${turn.holds.length > 0}`;
    case 'person':
      return `${turn.action} ${turn.holds.length > 0}`;
    case 'idle':
      return turn.kind;
  }
}
