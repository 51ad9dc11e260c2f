/**
 * The words around the demo: what is about to be seen, what was seen, what to do next.
 */
import { join } from 'node:path';
import type { RunningServer } from '../../server/start.ts';
import type { AgentEnd } from '../../testing/index.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { shortPath } from './intro.ts';

/** How the three ended. */
export interface DemoEnds {
  readonly healthy: AgentEnd;
  readonly looping: AgentEnd;
  readonly runaway: AgentEnd;
  /** Whether the runaway was made to wait; on a busy machine it may never come to speed. */
  readonly waited: boolean;
}

/** What is about to be seen. */
export function openingLines(server: RunningServer): Line[] {
  const { url, constitution } = server;
  return [
    [span('Tripwire demo: a real server, a made-up provider, three scripted agents.', 'bold')],
    [span('Nothing of yours is touched. For your own agents: bin/tripwire up')],
    [span('Watch it in the browser: '), span(server.signInLink(), 'cyan')],
    [span(`Agents talk to ${url}, under ${constitution.values.name}, kill switch on.`)],
    [span('  healthy  moves some files to a new router, and finishes')],
    [span('  looping  runs the same failing test again and again')],
    [span('  runaway  follows links, faster and faster')],
    [],
  ];
}

/** What an agent's end means, in sentences; one that was ended by the show waited or was never made to. */
export function storyLines(end: AgentEnd, waited = false): readonly string[] {
  const { kind, reason, steps, status, message } = end;
  if (reason === 'refused') {
    return [`${kind} asked once more and got HTTP ${status}: ${message}`];
  }
  if (reason === 'finished') return [`${kind} finished its work in ${steps} calls, untouched.`];
  if (reason === 'cancelled' && !waited) {
    return [`${kind} made ${steps} calls, and the show ended before it was made to wait.`];
  }
  if (reason === 'cancelled') {
    return [`${kind} still waits after ${steps} calls: its next request is held back, not lost.`];
  }
  return [`${kind} ended after ${steps} calls (${reason}): ${message}`];
}

/** What was seen, and what to do next. */
export function closingLines(server: RunningServer, ends: DemoEnds, stays: boolean): Line[] {
  const { healthy, looping, runaway, waited } = ends;
  const data = server.config().data;
  return [
    [],
    [span('What you saw', 'bold')],
    [span(`  healthy  ${healthy.steps} calls, ${verdict(healthy)}`)],
    [span(`  looping  ${looping.steps} calls, ${verdict(looping)}`)],
    [span(`  runaway  ${runaway.steps} calls, ${verdict(runaway, waited)}`)],
    [],
    [span('Next, with your own agents', 'bold')],
    [span('  bin/tripwire scan             what your agents have already wasted here')],
    [span('  bin/tripwire run -- claude    watch one agent of yours, and nothing else')],
    [span('  bin/tripwire drill            check that the stop works on your own set-up')],
    [span('  bin/tripwire up               a server for all of them')],
    [span('This demo again, until the next one', 'bold')],
    [span(`  bin/tripwire replay ${shortPath(join(data, 'journal.db'))}`)],
    ...(stays
      ? [
          [span(`  export TRIPWIRE_DATA=${data}    (in another shell, while it runs)`)],
          [span('  bin/tripwire explain looping')],
          [span('  bin/tripwire resume looping')],
          [span('Ctrl-C ends the demo.')],
        ]
      : []),
  ];
}

function verdict({ reason }: AgentEnd, waited = false): string {
  switch (reason) {
    case 'finished':
      return 'never stopped';
    case 'refused':
      return 'stopped by the loop detector until a person resumes it';
    case 'cancelled':
      return waited
        ? 'made to wait a minute: it sped up too much'
        : 'never made to wait: this machine is too busy for it to speed up';
    case 'unreachable':
    case 'gave_up':
      return `not as planned: ${reason}`;
  }
}
