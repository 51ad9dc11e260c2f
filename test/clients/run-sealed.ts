/**
 * Runs a command without a network: in a namespace of its own that holds nothing but the loopback address.
 *
 * The settings of the clients keep them at home, but a promise of somebody else's program is not a wall. Where the
 * system builds none, the command runs all the same, and says so.
 */
import { spawnSync } from 'node:child_process';

const wall = [
  'unshare',
  '--net',
  '--map-root-user',
  'sh',
  '-c',
  'ip link set lo up && exec "$@"',
  'sh',
];

function run(command: readonly string[], isSealed: boolean): number {
  const [file = '', ...args] = command;
  const env = { ...process.env, TRIPWIRE_CLIENTS_SEALED: isSealed ? '1' : '0' };
  return spawnSync(file, args, { stdio: 'inherit', env }).status ?? 1;
}

const canSeal =
  spawnSync(wall[0] ?? '', [...wall.slice(1), 'true'], { stdio: 'ignore' }).status === 0;
if (!canSeal) {
  console.error(
    'tripwire: no namespace without a network here (Linux with unshare and ip); going on with one.',
  );
}
const command = process.argv.slice(2);
process.exitCode = run(canSeal ? [...wall, ...command] : command, canSeal);
