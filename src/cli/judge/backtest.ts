/**
 * `tripwire backtest`: the recorded history judged again under other settings, with the stops gained and lost.
 *
 * It reads the journal itself, beside a running server or without one, and changes nothing.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EVERYBODY } from '../../base/everybody.ts';
import { present } from '../../base/present.ts';
import { loadConfig, loadConstitution } from '../../config/index.ts';
import {
  backtest as judgeAgain,
  backtestEnvelope,
  backtestWritten,
  Problem,
  type BacktestView,
} from '../../control/index.ts';
import { TripwireError } from '../../core/index.ts';
import { recordedEnvelope } from '../../journal/index.ts';
import { openJournalToRead } from '../../server/journal-store.ts';
import type { Command } from '../command.ts';
import { configSources } from '../server/config-sources.ts';
import { countOfThings } from '../terminal/amounts.ts';
import { printLines } from '../terminal/print-lines.ts';
import { say, sayJson } from '../terminal/say.ts';
import { backtestLines, isWorthTelling } from './backtest-text.ts';

const HELP = `tripwire backtest [AGENT…] [settings] [--hours N] [--data DIR] [--store URL] [--config FILE]
                  [--json]

Judges the recorded history again under other settings, and shows which stops would have been added or avoided. Settings that
you don't name stay as they are in force. It only reads, and may run beside a server, also on the database that store
names. The recorded calls stay as they are: nobody knows what an agent would have done instead.
  --kill-switch on|off             default: as in force; on when you name another of its settings
  --threshold N                    of the kill switch (1 to 50)
  --window-size N                  of the literal detector (5 to 100)
  --detector progress|literal
  --max-tokens-per-minute N        limits of the agents; can only be tighter than the constitution
  --max-tool-calls-per-minute N
  --constitution NAME|FILE         another constitution
  --hours N                        how far back (1 to 168, default 24)
  --data DIR       data folder (default ~/.tripwire)
  --store URL      the database of the journal (default store in the settings, else the data folder)
  --config FILE    settings (default tripwire.yaml in the data folder)
  --json           one JSON object for each agent
Exit codes: 0 judged, whatever the result; 2 wrong options, or there is no such journal or agent.`;

/** The command. */
export const command: Command = { help: HELP, run: backtest };

const HOUR_MS = 3_600_000;
const numbers = ['threshold', 'window-size', 'max-tokens-per-minute', 'max-tool-calls-per-minute'];

async function backtest(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...Object.fromEntries(numbers.map((name) => [name, { type: 'string' } as const])),
      detector: { type: 'string' },
      'kill-switch': { type: 'string' },
      constitution: { type: 'string' },
      hours: { type: 'string' },
      data: { type: 'string' },
      store: { type: 'string' },
      config: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const given = values as Readonly<Record<string, string | boolean | undefined>>;
  const {
    data,
    store,
    constitution: inForce,
  } = loadConfig(
    configSources(givenText(given['config']), {
      data: givenText(given['data']),
      store: givenText(given['store']),
    }),
  );
  const asked = { names: positionals, written: writtenOf(given), data, store };
  const results = await judged(asked, inForce, givenText(given['constitution']) ?? inForce);
  const isJson = given['json'] === true;
  // Of many agents only those are told one by one of which there is something to tell.
  const told = isJson || positionals.length > 0 ? results : results.filter(isWorthTelling);
  for (const result of told) {
    if (isJson) sayJson(result);
    else printLines(backtestLines(result));
  }
  if (!isJson && told.length < results.length) say(sameLine(results, told.length));
  if (results.length === 0 && given['json'] !== true) say('No agent has called yet.');
  return 0;
}

/** The line about those of which there is nothing to tell. */
function sameLine(results: readonly BacktestView[], told: number): string {
  const records = results.reduce((sum, one) => sum + one.records, 0).toLocaleString('en');
  const others = countOfThings(results.length - told, told === 0 ? 'agent' : 'other agent');
  return `${others}: no stops, neither at the time nor under these settings (${records} records judged).`;
}

interface Asked {
  readonly names: readonly string[];
  readonly written: Readonly<Record<string, unknown>>;
  readonly data: string;
  /** The database of the journal; undefined for the file of the data folder. */
  readonly store: string | undefined;
}

async function judged(
  { names, written, data, store: url }: Asked,
  inForce: string,
  other: string,
): Promise<readonly BacktestView[]> {
  const constitution = loadConstitution(other);
  const store = await openJournalToRead({ data, ...present({ store: url }) });
  const journal = url ?? join(data, 'journal.db');
  if (store === null) {
    throw new TripwireError('USAGE', `there is no journal at ${journal}: nothing was recorded yet`);
  }
  try {
    const known = (await store.heads())
      .map(({ agent }) => agent)
      .filter((one) => one !== EVERYBODY);
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) {
      const list = known.length === 0 ? 'none' : known.slice(0, 10).join(', ');
      throw new TripwireError(
        'USAGE',
        `there is no agent ${unknown} in ${journal} (there are ${list})`,
      );
    }
    const settings = backtestWritten(written);
    const until = Date.now();
    const results: BacktestView[] = [];
    for (const agent of names.length === 0 ? known : names) {
      const own = await recordedEnvelope(store, agent, loadConstitution(inForce));
      const envelope = backtestEnvelope(settings, own, constitution);
      const span = { agent, envelope, since: until - settings.hours * HOUR_MS, until };
      results.push(await judgeAgain(store, constitution, span));
    }
    return results;
  } catch (error) {
    if (error instanceof Problem) throw new TripwireError('USAGE', error.message);
    throw error;
  } finally {
    await store.close();
  }
}

/** The settings in the API's words, which checks them. */
function writtenOf(
  given: Readonly<Record<string, string | boolean | undefined>>,
): Readonly<Record<string, unknown>> {
  const named = [...numbers, 'hours'].flatMap((name) => {
    const text = given[name];
    return text === undefined ? [] : [[name.replaceAll('-', '_'), Number(text)] as const];
  });
  const { detector, 'kill-switch': killSwitch } = given;
  if (killSwitch !== undefined && killSwitch !== 'on' && killSwitch !== 'off') {
    throw new TripwireError('USAGE', `--kill-switch takes on or off, not ${String(killSwitch)}`);
  }
  const enabled = killSwitch === undefined ? undefined : killSwitch === 'on';
  return { ...Object.fromEntries(named), ...present({ detector, enabled }) };
}

function givenText(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
