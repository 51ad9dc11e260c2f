/**
 * The two questions of the first `run`: what a person should decide before an agent is watched.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline/promises';
import type { Config } from '../../config/index.ts';
import { shortPath } from '../up/intro.ts';

/** The answers. */
export interface Answers {
  readonly stopsLoops: boolean;
  readonly constitution: 'coding-v1' | 'frozen-v0.2';
}

const PRIVATE_FOLDER = 0o700;
const OWNER_ONLY = 0o600;

/** Asks once, on a terminal, where nobody configured anything; elsewhere says what is in force. */
export async function askQuestions(config: Config, say: (line: string) => void): Promise<void> {
  if (config.file !== null) return;
  const { isTTY } = process.stdin;
  if (!isTTY || !process.stderr.isTTY || process.env['CI'] === 'true') {
    const { enabled } = config.killSwitch;
    say(
      `no terminal to ask on, so the defaults hold: ${config.constitution}, loops are ` +
        `${enabled ? 'stopped' : 'reported, not stopped'} (kill_switch.enabled in ${shortPath(config.data)}/tripwire.yaml)`,
    );
    return;
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answers = await asked(lines);
    if (answers === null) return;
    const file = join(config.data, 'tripwire.yaml');
    writeAnswers(config.data, file, answers);
    say(`wrote your answers to ${shortPath(file)}; change them there at any time`);
  } finally {
    lines.close();
  }
}

async function asked(lines: Interface): Promise<Answers | null> {
  const ended = new Promise<null>((resolve) => {
    lines.once('close', () => resolve(null));
  });
  const ask = (question: string) => Promise.race([lines.question(question), ended]);
  const stops = await ask('Stop an agent automatically when it loops? [Y/n] ');
  if (stops === null) return null;
  const budgets = await ask(
    'Which budgets? 1: coding-v1, 1,000,000 tokens a minute, for coding agents\n' +
      '               2: frozen-v0.2, 50,000 tokens a minute, the strict ones [1/2] ',
  );
  if (budgets === null) return null;
  return {
    stopsLoops: !/^n/i.test(stops.trim()),
    constitution: budgets.trim() === '2' ? 'frozen-v0.2' : 'coding-v1',
  };
}

/** Writes the file; one that appeared meanwhile stays as it is. */
export function writeAnswers(dataDir: string, file: string, answers: Answers): void {
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  if (existsSync(file)) return;
  const text = `# Written from your answers. All settings: docs/configuration.md

constitution: ${answers.constitution}

kill_switch:
  enabled: ${answers.stopsLoops}
`;
  writeFileSync(file, text, { mode: OWNER_ONLY, flag: 'wx' });
}
