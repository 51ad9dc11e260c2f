/**
 * SDKs are optional: whoever uses one has it installed. An adapter loads its SDK when it is used, never when it is
 * imported, and says plainly what is missing.
 */
import { errorCode } from '../base/error-words.ts';
import { TripwireError } from '../core/index.ts';

/** Loads an SDK; `load` is its `import()`. */
export async function loadPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    const message = `${name} is not installed. This adapter needs it: run npm install ${name}`;
    throw new TripwireError('PEER_MISSING', message, name);
  }
}

/** A package that is there but fails to load has its own words for it. */
function isMissing(error: unknown, name: string): boolean {
  const code = errorCode(error);
  return code === 'ERR_MODULE_NOT_FOUND' && String(error).includes(`'${name}'`);
}
