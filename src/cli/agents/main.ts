/**
 * `tripwire stop` and the other quick commands by themselves: where the bundle begins that they are started from.
 */
import { endWith, runCommand, type LoadCommand } from '../run-command.ts';
import { QUICK_COMMANDS } from './quick-commands.ts';

const [, , name = '', ...rest] = process.argv;
const found = Object.entries<LoadCommand>(QUICK_COMMANDS).find(([known]) => known === name);
if (found === undefined) throw new Error(`${name} is not a command that starts from the bundle`);
void endWith(runCommand(name, found[1], rest));
