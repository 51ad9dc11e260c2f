/**
 * `npm run circuit:dev-key`: makes the development key, and says whether it is the committed one.
 */
import { devKey } from './circuit/dev-key.ts';
const { zkey } = devKey((line) => console.log(line));
console.log(zkey);
