/**
 * `tripwire report`: what an agent did while nobody looked.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { TripwireError } from '../../core/index.ts';
import { findStateFolder } from '../../loop/index.ts';
import { nightIds, readNight } from '../../night/index.ts';
import type { Command } from '../command.ts';
import { printLines } from '../terminal/print-lines.ts';
import { say, sayText } from '../terminal/say.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { canDraw } from '../terminal/terminal.ts';
import { nightFacts, type NightFacts } from './facts.ts';
import { reportPage } from './html.ts';
import { reportMarkdown } from './text.ts';

const HELP = `tripwire report [SESSION] [--markdown] [--html FILE] [--project DIR]

Reports on a night of tripwire run --task: what was asked, what was done, where it got stuck and what helped, what is still
stopped, what it cost, and what needs a person.
  SESSION        the night, such as auto-2026-02-28-143200; default: the last one
  --markdown     as markdown, to keep or to send
  --html FILE    as a single page with a timeline
  --project DIR  the project; default: the folder you are in
Exit codes: 0 nothing needs a person; 1 something does; 2 there is no such night, or wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: report };

async function report(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      markdown: { type: 'boolean', default: false },
      html: { type: 'string' },
      project: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [session, ...more] = positionals;
  if (more.length > 0) {
    throw new TripwireError('USAGE', `report takes one night, not also ${more.join(' ')}`);
  }
  const facts = await factsOf(resolve(values.project ?? '.'), session ?? null);
  if (values.html !== undefined) {
    writeFileSync(values.html, reportPage(facts));
    say(`Wrote ${values.html}`);
  } else if (values.markdown || !canDraw(process.stdout, process.env)) {
    sayText(reportMarkdown(facts).trimEnd());
  } else printLines(reportMarkdown(facts).split('\n').map(styled));
  return facts.needs.length === 0 ? 0 : 1;
}

async function factsOf(cwd: string, session: string | null): Promise<NightFacts> {
  const place = findStateFolder(cwd, process.env);
  const ids = nightIds(place.folder);
  const id = session ?? ids.at(-1) ?? null;
  const night = id === null || !ids.includes(id) ? null : readNight(place.folder, id);
  if (night !== null) return nightFacts(night, place, process.env);
  const known = ids.length === 0 ? '' : ` (the newest: ${ids.slice(-5).join(', ')})`;
  const which = session === null ? 'there is no night' : `there is no night ${session}`;
  throw new TripwireError(
    'USAGE',
    `${which} in ${place.folder}${known}; start one with tripwire run --task`,
  );
}

function styled(line: string): Line {
  if (line.startsWith('#')) return [span(line.replace(/^#+ /, ''), 'bold')];
  return [span(line)];
}
