/**
 * Seed 001, the signature ladder at HARD_LOOP: five equal signatures among the last ten calls.
 *
 * An edit is its file's name, a command its text with paths generalised, any other tool only its
 * name. Where the arguments do not say which is the file or the command, they count whole.
 */
import type { ToolEvent } from '../../../src/detect/index.ts';
import { sortedCall, textArgument } from './call-keys.ts';
import { firstFiringCall, type Peer } from './peer.ts';
import { countOfNewest } from './repetition.ts';

const WINDOW = 10;
const HARD_LOOP = 5;

function signature(call: ToolEvent): string {
  if (/^edit(?:_file)?$/i.test(call.tool)) {
    const file = textArgument(call.args, ['file', 'file_path', 'path']);
    return file === null ? sortedCall(call) : `Edit(file=${file.replace(/^.*[/\\]/, '')})`;
  }
  if (/^bash$/i.test(call.tool)) {
    const command = textArgument(call.args, ['cmd', 'command']);
    if (command === null) return sortedCall(call);
    return `Bash(cmd=${command.replace(/(\S*?\/)\S+/g, '$1*')})`;
  }
  return `${call.tool}(...)`;
}

export const seed001: Peer = {
  name: 'seed 001',
  rule: 'the same normalised signature 5 times in the last 10 calls',
  firedAt(thread) {
    const signatures: string[] = [];
    return firstFiringCall(thread, (call) => {
      signatures.push(signature(call));
      return countOfNewest(signatures, WINDOW) >= HARD_LOOP;
    });
  },
};
