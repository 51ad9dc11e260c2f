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

/** What obeys the signals that end a server. */
export interface Endings {
  /** Obeys the others too from now on; resolves when one of them has ended the server. */
  serve(parts: SignalParts): Promise<void>;
}

/**
 * Obeys the signals that end a server, from before it starts.
 *
 * One that comes while it starts ends it as soon as it has: killed halfway it would leave its note behind, and commands
 * would look for a server that is gone.
 */
export function heedEndings(log: (line: string) => void): Endings {
  const asked = Promise.withResolvers<void>();
  let isAsked = false;
  let isServing = false;
  for (const [signal, code] of endings) {
    process.on(signal, () => {
      if (isAsked) process.exit(code);
      isAsked = true;
      if (!isServing) log('Ending as soon as it has started (once more ends it at once).');
      asked.resolve();
    });
  }
  return {
    async serve({ server, sources }) {
      isServing = true;
      heedStopSignals(server, log);
      process.on('SIGHUP', () => {
        void server.reload(sources).then((lines) => lines.forEach(log));
      });
      await asked.promise;
      const { openCalls } = server.gate;
      log(
        openCalls === 0
          ? 'Closing.'
          : `Closing: ${openCalls} calls under way get 5 s (once more ends them at once).`,
      );
      await server.close();
    },
  };
}
