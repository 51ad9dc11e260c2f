/**
 * Whether a command makes other programs run code they do not contain: by a variable of the loader or of the shell, by the
 * loader itself, or by the loader's own file.
 */
import { assignmentsOf, type SimpleCommand } from '../../../shell/index.ts';
import { argumentsOf } from '../command-rule.ts';

const VARIABLES =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|PROMPT_COMMAND|BASH_FUNC_.*)$/;
const LOADER = /^ld(?:-linux.*|-musl.*)?\.so(?:\.\d+)?$/;
const LOADERS_FILE = /^\/+etc\/+ld\.so\.preload$/;
/** `${LD_PRELOAD:=x}` sets it too. */
const SETS_DEFAULT = /\$\{(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|PROMPT_COMMAND):?=/;

/** Whether it does. */
export function preloads(command: SimpleCommand): boolean {
  const { program, words, redirects } = command;
  const texts = argumentsOf(command);
  return (
    assignmentsOf(command).some(({ name }) => VARIABLES.test(name)) ||
    // A prompt is evaluated each time that it is shown.
    assignmentsOf(command).some(({ name, value }) => name === 'PS4' && /\$\(|`/.test(value.text)) ||
    words.some(({ text }) => SETS_DEFAULT.test(text)) ||
    (program === 'env' && texts.some((text) => /^BASH_FUNC_[^=]*=/.test(text))) ||
    (LOADER.test(program ?? '') && texts.some((text) => /^--(?:preload|audit)/.test(text))) ||
    redirects.some(({ target }) => LOADERS_FILE.test(target.text)) ||
    (program === 'tee' && texts.some((text) => LOADERS_FILE.test(text)))
  );
}
