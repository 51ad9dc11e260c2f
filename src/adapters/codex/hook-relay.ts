/**
 * The command that Codex runs as its hook: it carries what is on standard input to the process that guards the run, and
 * puts out its answer. Without an answer it refuses by exit code 2, except at a stop: there a refusal would send the
 * agent back for ever.
 */
import { request } from 'node:http';

const REFUSES = 2;
const url = process.argv[2] ?? '';

function failed(payload: string, problem: string): void {
  if (/"hook_event_name"\s*:\s*"Stop"/.test(payload)) return;
  process.stderr.write(`Tripwire could not judge this, so it is refused: ${problem}\n`);
  process.exitCode = REFUSES;
}

let payload = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) payload += String(chunk);
try {
  const asked = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } });
  asked.on('error', (error) => failed(payload, error.message));
  asked.on('response', (response) => {
    let answer = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      answer += chunk;
    });
    response.on('error', (error) => failed(payload, error.message));
    response.on('end', () => {
      if (response.statusCode === 200) process.stdout.write(answer);
      else failed(payload, `it was answered ${response.statusCode}`);
    });
  });
  asked.end(payload);
} catch (error) {
  failed(payload, String(error));
}
