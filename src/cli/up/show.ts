/**
 * What a person sees of a running server: on a terminal a table that lives, elsewhere a line for each event.
 */
import type { GateEvent } from '../../gate/index.ts';
import type { RunningServer } from '../../server/start.ts';
import { LiveTable } from '../terminal/live-table.ts';
import { complain, say, sayJson } from '../terminal/say.ts';
import { paint, span, type Line } from '../terminal/styled-line.ts';
import { canDraw, wantsColours } from '../terminal/terminal.ts';
import { eventInLines, isTold } from './event.ts';
import { liveTable } from './live-table-rows.ts';

type Watched = Pick<RunningServer, 'gate' | 'agents'>;

/** Where things are told. */
export interface Show {
  /** Says something beside the events. */
  say(lines: readonly Line[]): void;
  /** Begins to tell what happens. */
  follow(server: Watched): Promise<void>;
  /** Brings what is shown up to date one last time, and ends. */
  close(): Promise<void>;
}

/** The show for this process's standard output. */
export function openShow(json: boolean): Show {
  if (json) return new JsonShow();
  return canDraw(process.stdout, process.env) ? new TableShow() : new PlainShow();
}

/** One JSON object a line. */
class JsonShow implements Show {
  #forget: () => void = () => undefined;

  say(lines: readonly Line[]): void {
    for (const line of lines) complain(paint(line, false));
  }

  follow({ gate }: Watched): Promise<void> {
    this.#forget = gate.onEvent(({ eventType, ...event }) => {
      sayJson({ event_type: eventType, ...event });
    });
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#forget();
    return Promise.resolve();
  }
}

/** Plain lines, one for each event. */
class PlainShow implements Show {
  #forget: () => void = () => undefined;

  say(lines: readonly Line[]): void {
    for (const line of lines) say(paint(line, false));
  }

  follow({ gate }: Watched): Promise<void> {
    this.#forget = gate.onEvent((event) => {
      if (isTold(event)) this.say(eventInLines(event, null));
    });
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#forget();
    return Promise.resolve();
  }
}

/** A picture is drawn at most so often, and at least so often while somebody watches. */
const DRAW_EVERY_MIN_MS = 200;
const DRAW_EVERY_MAX_MS = 1_000;

/** A table at the bottom, events above it. */
class TableShow implements Show {
  readonly #table = new LiveTable(process.stdout, wantsColours(process.env));
  readonly #forget: (() => void)[] = [];
  #drawSoon: NodeJS.Timeout | null = null;
  #drawing: Promise<void> = Promise.resolve();

  say(lines: readonly Line[]): void {
    this.#table.print(lines);
  }

  async follow(server: Watched): Promise<void> {
    const draw = () => {
      this.#drawing = this.#drawing.then(() => this.#draw(server)).catch(() => undefined);
      return this.#drawing;
    };
    const soon = () => {
      this.#drawSoon ??= setTimeout(() => {
        this.#drawSoon = null;
        void draw();
      }, DRAW_EVERY_MIN_MS);
    };
    const forgetEvents = server.gate.onEvent((event) => {
      this.#take(event);
      soon();
    });
    const timer = setInterval(() => soon(), DRAW_EVERY_MAX_MS);
    this.#forget.push(forgetEvents, () => clearInterval(timer));
    this.#table.print([[]]);
    await draw();
    this.#last = draw;
  }

  async close(): Promise<void> {
    for (const forget of this.#forget.splice(0)) forget();
    if (this.#drawSoon !== null) clearTimeout(this.#drawSoon);
    await this.#last();
    this.#table.close();
  }

  #last: () => Promise<void> = () => Promise.resolve();

  #take(event: GateEvent): void {
    if (isTold(event)) this.#table.print(eventInLines(event, this.#table.columns));
  }

  async #draw({ agents }: Watched): Promise<void> {
    this.#table.draw([[span('')], ...liveTable(await agents(), this.#table.columns - 1)]);
  }
}
