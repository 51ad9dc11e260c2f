/** `read-request.ts FILE`: what Tripwire takes for the prompt of a request. */
import { readFileSync } from 'node:fs';
import { lastUserMessage } from '../../src/detect/index.ts';

const [file = ''] = process.argv.slice(2);
console.log(lastUserMessage(JSON.parse(readFileSync(file, 'utf8')), '/v1/messages'));
