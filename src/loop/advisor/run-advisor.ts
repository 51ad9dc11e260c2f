/**
 * The process that asks advisors for a hook: one command after the other, until one has an answer.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import { readTextSafely } from '../../base/node/safe-file.ts';
import { writeWhole } from '../../base/node/whole-file.ts';
import { headlessWords } from '../../clients/engine-forms.ts';
import { adviceOf } from './advisor-prompt.ts';
import { ADVICE_FILES, type AdviceRequest } from './ask-advisor.ts';
import { readableOutput } from './readable-output.ts';

const OUTPUT_BYTES_MAX = 1_048_576;

/** Asks, and leaves the answer in the folder of the question. */
export async function runAdvisor(folder: string): Promise<void> {
  const text = readTextSafely(join(folder, ADVICE_FILES.request));
  const request = parseJson(text ?? '') as AdviceRequest | undefined;
  if (request === undefined) throw new Error(`${folder} holds no question to an advisor`);
  for (const command of request.commands) {
    const said = await askOne(command, request);
    const advice = said === null ? null : adviceOf(readableOutput(said).join('\n'));
    if (advice === null) continue;
    answer(folder, { by: command.join(' '), text: advice });
    return;
  }
  answer(folder, { by: null, text: null });
}

function answer(
  folder: string,
  said: { readonly by: string | null; readonly text: string | null },
) {
  writeWhole(join(folder, ADVICE_FILES.answer), JSON.stringify(said), { mode: 0o600 });
}

/** What one command says; null when it fails, says nothing or takes too long. */
function askOne(
  command: readonly string[],
  { prompt, cwd, timeoutMs, usdMax }: AdviceRequest,
): Promise<string | null> {
  const { program, args } = headlessWords(command, { session: null, isTold: false, usdMax });
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-OUTPUT_BYTES_MAX);
    });
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? said : null));
    // One that does not read its question may still answer.
    child.stdin.on('error', () => undefined);
    child.stdin.end(prompt);
  });
}
