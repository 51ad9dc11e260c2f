/**
 * Whether git would overwrite what others may have pushed: by an option, by `+branch`, or by a setting that makes every push so.
 */
import type { SimpleCommand } from '../../../shell/index.ts';
import { argumentsOf, hasOption } from '../command-rule.ts';

/** Settings of git that make a plain push one with force. */
const FORCING_SETTING = /^remote\.[^=]+\.(?:push=\+|mirror=(?:true|yes|on|1)$)/i;

/** Whether it does, or sets that it will. */
export function forcesPush(command: SimpleCommand): boolean {
  const { program } = command;
  const texts = argumentsOf(command);
  const isGit = program === 'git' || program === 'hub';
  if (isGit && setsForce(texts)) return true;
  // Git's own programs have names of their own too.
  const pushes =
    program === 'git-push' ||
    program === 'git-send-pack' ||
    (isGit && texts.some((text) => text === 'push' || text === 'send-pack'));
  return (
    pushes &&
    (hasOption(command, ['-f', '--force', '--force-with-lease', '--mirror']) ||
      texts.some((text) => /^\+./.test(text) || FORCING_SETTING.test(text)))
  );
}

/** `git config remote.x.push +…`, `git remote add --mirror=push …`. */
function setsForce(texts: readonly string[]): boolean {
  if (texts.includes('config')) {
    return texts.some((text, index) => FORCING_SETTING.test(`${text}=${texts[index + 1] ?? ''}`));
  }
  const adds = texts.includes('remote') && texts.includes('add');
  return adds && texts.some((text) => /^--mirror(?:=push)?$/.test(text));
}
