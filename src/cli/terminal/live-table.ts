/**
 * A table at the bottom of the terminal that is redrawn in place, with lines that scroll away above it.
 *
 * It takes no screen of its own: what was said stays readable, and afterwards the terminal is as any other.
 */
import { scrolled } from './scrolled.ts';
import { fit, paint, type Line } from './styled-line.ts';

const COLUMNS_DEFAULT = 80;
const ROWS_DEFAULT = 24;
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_BELOW = '\u001b[J';

/** Where it is drawn. */
export type TableStream = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'rows'>;

/** The table. */
export class LiveTable {
  readonly #stream: TableStream;
  readonly #colours: boolean;
  #drawn: readonly Line[] = [];

  constructor(stream: TableStream, colours: boolean) {
    this.#stream = stream;
    this.#colours = colours;
    stream.write(HIDE_CURSOR);
  }

  /** Columns a line may take. */
  get columns(): number {
    return this.#stream.columns || COLUMNS_DEFAULT;
  }

  /** Lines a table may have. */
  get room(): number {
    return Math.max(1, (this.#stream.rows || ROWS_DEFAULT) - 2);
  }

  /** Draws the table over the last one, from a row on where it is too high. */
  draw(lines: readonly Line[], from = 0): void {
    // A table higher than the terminal would scroll, and could then not be drawn over.
    const shown = scrolled(lines, from, this.room);
    this.#stream.write(this.#back() + this.#painted(shown));
    this.#drawn = shown;
  }

  /** Prints lines above the table, whole: nobody draws over them, and a command that is cut is no command. */
  print(lines: readonly Line[]): void {
    const above = this.#painted(lines, Infinity);
    this.#stream.write(this.#back() + above + this.#painted(this.#drawn));
  }

  /** Leaves the last table standing and gives the cursor back. */
  close(): void {
    this.#stream.write(SHOW_CURSOR);
  }

  #back(): string {
    const height = this.#drawn.length;
    return `${height === 0 ? '' : `\u001b[${height}A`}\r${CLEAR_BELOW}`;
  }

  #painted(lines: readonly Line[], columns: number = this.columns - 1): string {
    return lines.map((line) => `${paint(fit(line, columns), this.#colours)}\n`).join('');
  }
}
