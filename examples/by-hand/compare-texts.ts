/** `compare-texts.ts TEXT OTHER…`: how Tripwire reads texts, and the distance of each to the first. */
import { hammingDistance, normaliseText, simhash } from '../../src/detect/index.ts';

const [first = '', ...others] = process.argv.slice(2).map((text) => normaliseText(text));
console.log(`${simhash(first)}  ${first}`);
for (const other of others) {
  const distance = hammingDistance(simhash(first), simhash(other));
  console.log(`${simhash(other)}  ${other}  distance ${distance}, similar: ${distance < 3}`);
}
