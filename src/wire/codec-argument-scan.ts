/**
 * Tells when the arguments of a call, coming in pieces, are a whole object.
 *
 * Clients start a tool once its arguments parse. Parsing all of them after every piece takes time that grows
 * with the square of their size; counting brackets sees each character once. Where the text is JSON both say
 * the same; where it is not, this one calls more texts whole, and a call that waits too early does no harm.
 */

const SPACE = ' \t\r\n';

/** Reads the arguments of one call. */
export class ArgumentScan {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** Null until something other than space came. */
  #isObject: boolean | null = null;

  /** Takes the next piece; false when there was nothing but space in it. */
  push(piece: string): boolean {
    let grew = false;
    for (const character of piece) {
      if (!this.#inString && SPACE.includes(character)) continue;
      grew = true;
      this.#isObject ??= character === '{';
      this.#read(character);
    }
    return grew;
  }

  /** Every object that was opened is closed, and there was one. */
  get isWhole(): boolean {
    return this.#isObject === true && !this.isOpen;
  }

  /** In the middle of an object, a list or a string. */
  get isOpen(): boolean {
    return this.#depth > 0 || this.#inString;
  }

  #read(character: string): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
    } else if (this.#inString) {
      this.#isEscaped = character === '\\';
      this.#inString = character !== '"';
    } else if (character === '"') {
      this.#inString = true;
    } else if (character === '{' || character === '[') {
      this.#depth += 1;
    } else if (character === '}' || character === ']') {
      this.#depth = Math.max(0, this.#depth - 1);
    }
  }
}
