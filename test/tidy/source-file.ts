/**
 * One parsed source file, and what every rule gives back. TypeScript 7 offers no parser to programs, so the files are
 * read by oxc-parser, the one behind the linter and the formatter.
 */
import { parseSync, type Comment, type EcmaScriptModule, type Program } from 'oxc-parser';

export interface SourceFile {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The room of `src` it lives in; undefined outside `src` and for entry points directly in it. */
  readonly room: string | undefined;
  readonly isTest: boolean;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly module: EcmaScriptModule;
}

export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Throws when the text is not a program: a file that cannot be read cannot be found tidy. */
export function parseSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  const error = parsed.errors[0];
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const [top, second, ...rest] = path.split('/');
  return {
    path,
    text,
    room: top === 'src' && rest.length > 0 ? second : undefined,
    isTest: /\.(?:test|case)\.ts$/.test(path),
    // Made when somebody looks: of most files only the imports are asked for.
    get program() {
      return parsed.program;
    },
    get comments() {
      return parsed.comments;
    },
    module: parsed.module,
  };
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i !== -1 && i < offset; i = text.indexOf('\n', i + 1)) line += 1;
  return line;
}

export function problemAt(file: SourceFile, offset: number, message: string): Problem {
  return { file: file.path, line: lineAt(file.text, offset), message };
}
