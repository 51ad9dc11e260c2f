import { testProgram } from '../kit/test-programs.ts';
/** Starts the writer as a process of its own, and reads what it says. */
import { startTalker, type Talker } from './talker.ts';

const program = testProgram('test/crash/journal-writer.ts');

/** A running writer. */
export interface WriterProcess extends Talker {
  /** The last row of each agent that was acknowledged. */
  readonly kept: ReadonlyMap<string, number>;
  /** The codes of what was refused. */
  readonly failures: readonly string[];
}

/** Starts a writer, perhaps under another command such as `prlimit`. */
export function startWriter(file: string, under: readonly string[] = []): WriterProcess {
  const kept = new Map<string, number>();
  const failures: string[] = [];
  const talker = startTalker([...under, process.execPath, program, file], (line) => {
    const [word, agent = '', value = ''] = line.split(' ');
    if (word === 'kept') kept.set(agent, Number(value));
    else failures.push(value);
  });
  return { ...talker, kept, failures };
}
