/** Why a server does not start: settings that it refuses, and ports that it does not get. */
import { errorCode } from '../base/error-words.ts';
import { isLoopbackHost } from '../base/node/loopback-host.ts';
import type { Config } from '../config/index.ts';
import { TripwireError } from '../core/index.ts';

/** Agents connect from this machine, unless somebody said otherwise. */
export function requireLoopback({ host, allowRemote }: Config): void {
  if (isLoopbackHost(host) || allowRemote) return;
  throw new TripwireError(
    'USAGE',
    `agents may not connect from elsewhere: host is ${host}, beyond this machine. Use 127.0.0.1, or set ` +
      'allow_remote: true in tripwire.yaml and give every agent a key',
  );
}

/** The first process of a container cannot be killed from within it. */
export function requireKillable({ watchdog }: Config, pid: number): void {
  if (watchdog === 'off' || pid !== 1) return;
  throw new TripwireError(
    'USAGE',
    'watchdog: on, but this server is process 1 of its container, which nothing in the container can kill: start it under an ' +
      'init (docker run --init, in Kubernetes shareProcessNamespace: true), or set watchdog: off',
  );
}

/** What keeps it from listening, in words. */
export function listenProblem(error: unknown, { host, port }: Config): unknown {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') {
    return new TripwireError(
      'USAGE',
      `port ${port} of ${host} is taken by another program, perhaps another Tripwire with another data ` +
        'folder: end it, or choose another port (--port N)',
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    const why = error instanceof Error ? error.message : '';
    return new TripwireError('USAGE', `cannot listen on port ${port} of ${host}: ${why}`);
  }
  return error;
}
