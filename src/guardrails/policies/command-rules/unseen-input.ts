/**
 * Whether a command runs commands that nobody has seen: from a pipe, from what another command writes, from the network.
 */
import { isInputFile, readsScriptFromInput, type SimpleCommand } from '../../../shell/index.ts';
import { argumentsOf, feedersOf } from '../command-rule.ts';
import type { CommandScene } from '../command-scene.ts';

const DOWNLOADERS = ['curl', 'wget', 'fetch', 'aria2c', 'http', 'https', 'nc', 'ncat', 'socat'];
const INTERPRETERS =
  /^(?:i?python[\d.]*|pypy[\d.]*|node|deno|bun|tsx|ts-node|perl|ruby|irb|php|lua(?:jit|[\d.]*)|tclsh|Rscript|julia|osascript|pwsh|guile|racket|groovy|jshell|ed|ex)$/;
/** Their values are no files to run. */
const VALUE_OPTIONS = ['--input-type', '-W', '-X'];
/** Programs that take a script by an option: what they run may be written there. */
const SCRIPTED: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [/^[gmn]?awk$/, /^(?:-f|--file)$/],
  [/^g?sed$/, /^(?:-f|--file)$/],
  [/^g?make$/, /^(?:-f|--file|--makefile)$/],
  [/^gdb$/, /^(?:-x|--command)$/],
  [/^(?:vi|vim|nvim|view|ex)$/, /^(?:-S|-s|-u)$/],
];

/** A shell that reads its commands from a pipe or from what another command writes. */
export function runsUnseenInput(
  command: SimpleCommand,
  scene: Pick<CommandScene, 'line' | 'index'>,
): boolean {
  const { program, words, redirects } = command;
  const isWritten = words.slice(1).some(({ expansions }) => expansions.includes('process'));
  if (readsScriptFromInput(command)) {
    const seen = redirects.some(
      ({ operator, target }) =>
        operator === '<<' ||
        operator === '<<<' ||
        (operator === '<' && target.expansions.length === 0),
    );
    return !seen;
  }
  if (program === 'source' || program === '.') return isWritten;
  if (/^(?:ba|da|z|k|mk|a|rba|fi|ya|o)?sh$/.test(program ?? '')) return isWritten;
  const texts = argumentsOf(command);
  const isFed = feedersOf(command, scene).some((feeder) => DOWNLOADERS.includes(feeder));
  if (program === 'crontab') return texts.includes('-') || (isFed && texts.length === 0);
  if (handsOutShell(program, texts)) return true;
  const scripted = SCRIPTED.find(([name]) => name.test(program ?? ''))?.[1];
  if (scripted !== undefined) {
    const at = texts.findIndex((text) => scripted.test(text));
    const file = texts[at + 1] ?? '';
    if (at >= 0 && (isWritten || (isFed && (file === '-' || isInputFile(file))))) return true;
  }
  if (!INTERPRETERS.test(program ?? '')) return false;
  const operands = texts.filter(
    (text, index) =>
      (!text.startsWith('-') || text === '-') &&
      text !== 'run' &&
      !VALUE_OPTIONS.includes(texts[index - 1] ?? ''),
  );
  const [first] = operands;
  const readsInput = first === undefined || first === '-' || isInputFile(first);
  return isWritten || (readsInput && isFed);
}

/** `nc -e sh HOST`, `socat TCP:HOST EXEC:sh`: whoever is at the other end gives the commands. */
function handsOutShell(program: string | null, texts: readonly string[]): boolean {
  if (program === 'socat') return texts.some((text) => /(?:^|,)(?:EXEC|SYSTEM|SHELL):/i.test(text));
  return (
    /^(?:nc|ncat|netcat|nc\..*)$/.test(program ?? '') &&
    texts.some((text) => /^(?:-[A-Za-z]*[ec]|--exec|--sh-exec|--lua-exec)(?:=|$)/.test(text))
  );
}
