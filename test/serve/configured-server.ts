/**
 * A whole Tripwire with the configuration that a test gives it, ended after the test. Started again, it has the home and the
 * provider that it had.
 */
import { afterEach } from 'vitest';
import type { FakeScript } from '../../src/testing/index.ts';
import {
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';

/** The server of the test that runs at the moment. */
export interface ConfiguredServer {
  start(config: string, args?: readonly string[], script?: FakeScript): Promise<RunningTripwire>;
  /** Ends it; its home stays. */
  end(): Promise<void>;
  readonly home: Home;
  readonly running: RunningTripwire;
}

/** For a whole file of tests. */
export function configuredServer(): ConfiguredServer {
  let home: Home | null = null;
  let running: RunningTripwire | null = null;
  const end = async () => {
    await running?.end();
    running = null;
  };
  afterEach(async () => {
    await end();
    await home?.provider.close();
    home = null;
  });
  return {
    start: async (config, args = [], script) => {
      home ??= await newHome(script);
      home.configure(config);
      running = await startTripwire(home, args);
      return running;
    },
    end,
    get home() {
      return there(home);
    },
    get running() {
      return there(running);
    },
  };
}

function there<Thing>(thing: Thing | null): Thing {
  if (thing === null) throw new Error('no server was started in this test');
  return thing;
}
