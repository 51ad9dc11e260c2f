/**
 * What signals do to a server: end it, reload it, stop everything.
 *
 * A stop by signal needs neither port nor token, only the right to send one to this process.
 */
import type { ConfigSources } from '../config/index.ts';
import type { RunningServer } from './start.ts';

/** With the exit code that a shell expects after each: 128 and the signal's number. */
const endings: ReadonlyMap<NodeJS.Signals, number> = new Map([
  ['SIGINT', 130],
  ['SIGTERM', 143],
]);

/** What a server on signals needs. */
export interface SignalParts {
  readonly server: RunningServer;
  /** Where the configuration is read again from. */
  readonly sources: ConfigSources;
  readonly log: (line: string) => void;
}

/** Obeys the signals that stop all agents. */
export function heedStopSignals(
  server: Pick<RunningServer, 'gate'>,
  log: (line: string) => void,
): void {
  const stopAll = async () => {
    const { cut, recorded } = await server.gate.stopAll('signal', 'SIGUSR2');
    const written = recorded ? '' : ', not yet recorded';
    log(
      `All agents are stopped by SIGUSR2 (${cut} calls ended${written}). tripwire resume-all lifts it`,
    );
  };
  process.on('SIGUSR2', () => void stopAll());
  // Node would open its debugger, through which anybody on this machine could change what is decided. Where the
  // launcher could not forbid that with an option, a listener does.
  process.on('SIGUSR1', () => undefined);
}

/** Obeys signals from now on; resolves when one of them has ended the server. */
export function heedSignals({ server, sources, log }: SignalParts): Promise<void> {
  heedStopSignals(server, log);
  process.on('SIGHUP', () => {
    void server.reload(sources).then((lines) => lines.forEach(log));
  });
  return new Promise((resolve, reject) => {
    let isEnding = false;
    for (const [signal, code] of endings) {
      process.on(signal, () => {
        if (isEnding) process.exit(code);
        isEnding = true;
        const { openCalls } = server.gate;
        log(
          openCalls === 0
            ? 'Closing.'
            : `Closing: ${openCalls} calls under way get 5 s (once more ends them at once).`,
        );
        server.close().then(resolve, reject);
      });
    }
  });
}
