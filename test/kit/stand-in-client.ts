/** A program that stands in for a coding agent: asks its model once, at the address that it was given, and is done. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CLAUDE = `#!/bin/sh
cat > /dev/null
exec '${process.execPath}' -e 'fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", {
  method: "POST", headers: { "content-type": "application/json", "x-api-key": "k" },
  body: JSON.stringify({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "hello" }] }),
}).then((answer) => console.log("the model answered with " + answer.status + "\\nTASK_COMPLETE"))'
`;

/** Puts it into a folder for programs, as `claude`. */
export function installStandIn(folder: string): void {
  installProgram(folder, 'claude', CLAUDE);
}

/** Puts a program of this text into a folder. */
export function installProgram(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}
