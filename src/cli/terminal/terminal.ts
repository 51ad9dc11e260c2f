/**
 * What a terminal can show, and a full screen on it that redraws in place and always gives the terminal back.
 *
 * It draws on the alternate screen, as editors do: a resize cannot leave torn lines behind, and
 * afterwards the terminal shows again what it showed before.
 */
import { paint, type Line } from './styled-line.ts';

const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const CLEAR_REST_OF_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';
const COLUMNS_DEFAULT = 80;
const ROWS_DEFAULT = 24;

/** Signals that end a full screen, with the exit code a shell expects: 128 and the signal's number. */
const endings: ReadonlyMap<NodeJS.Signals, number> = new Map([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]);

/** Whether there is a terminal that can be drawn on. */
export function canDraw(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY && env['CI'] !== 'true' && env['TERM'] !== 'dumb';
}

/** Whether colours are wanted; see no-color.org. */
export function wantsColours(env: NodeJS.ProcessEnv): boolean {
  return (env['NO_COLOR'] ?? '') === '';
}

/** Draws screens, one over the other. */
export class FullScreen {
  readonly #stream: NodeJS.WriteStream;
  readonly #colours: boolean;
  readonly #endings = new Map<NodeJS.Signals, () => void>();
  #drawing = false;

  constructor(stream: NodeJS.WriteStream, colours: boolean) {
    this.#stream = stream;
    this.#colours = colours;
  }

  /** Columns a line may take. */
  get columns(): number {
    // Some terminals report 0 before their first resize.
    return this.#stream.columns || COLUMNS_DEFAULT;
  }

  /** Lines a screen may have. */
  get rows(): number {
    return this.#stream.rows || ROWS_DEFAULT;
  }

  /** Takes the terminal; until `leave`, a signal gives it back before the process ends. */
  enter(): void {
    this.#drawing = true;
    this.#stream.write(ENTER);
    for (const [signal, code] of endings) {
      const end = (): void => {
        this.leave();
        process.exit(code);
      };
      this.#endings.set(signal, end);
      process.once(signal, end);
    }
  }

  /** Gives the terminal back as it was. */
  leave(): void {
    if (!this.#drawing) return;
    this.#drawing = false;
    this.#stream.write(LEAVE);
    for (const [signal, end] of this.#endings) process.removeListener(signal, end);
  }

  /** Draws a screen in place. */
  draw(lines: readonly Line[]): void {
    const painted = lines.map((line) => paint(line, this.#colours) + CLEAR_REST_OF_LINE);
    this.#stream.write(HOME + painted.join('\n') + CLEAR_BELOW);
  }
}
