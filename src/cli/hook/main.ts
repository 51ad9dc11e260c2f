import { sayText } from '../terminal/say.ts';
/**
 * `tripwire hook` by itself: where the bundle begins that hooks are started from.
 *
 * A hook runs before every tool call, and finding its command among all others would mean loading them from many files.
 */
import { command } from './command.ts';

/** Node, the file that was started, and the word `hook` stand before them. */
const args = process.argv.slice(3);

if (args.includes('--help') || args.includes('-h')) {
  sayText(command.help);
} else {
  // Whatever is thrown ends the process with an exit code that the command line in the client's settings refuses by.
  void command.run(args).then((code) => (process.exitCode = code));
}
