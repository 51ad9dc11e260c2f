/**
 * Starts `tripwire hook` from its bundle in `dist/hook`, and keeps what V8 compiled for the next time.
 *
 * It is written in words that every Node understands: one that is too old must get as far as saying so. To ask
 * `node --version` before would take as long as half of a hook.
 *
 * Compiling takes longer than deciding. Node's own compile cache holds a file as it is when it has been read, which is
 * before most of its functions are compiled; what is kept here is taken at the end of a run. It lies in the data folder,
 * like all that a hook believes, and is used only where nobody else can write. Without it a hook is slower, and no more.
 */
'use strict';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `tripwire: Node ${process.version} is too old: version 22.13 or newer is needed (https://nodejs.org).\n`,
  );
  process.exit(2);
}

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const BUNDLE = path.join(__dirname, '..', 'dist', 'hook');
/** The files that are large. Whoever only asks a server needs none of them. */
const KEPT = /^(?:config|decide|yaml|zod)-/;
const HASH_BYTES = 32;
/** The first runs see different events, and each adds the functions that it needed. */
const ROUNDS = 8;
const HOUR_MS = 60 * 60 * 1000;
const OLD_MS = 30 * 24 * HOUR_MS;
/** What is not there is no error. */
const MISSING = { throwIfNoEntry: false };
const WRITABLE_BY_OTHERS = 0o022;

/** @type {Map<string, { exports: unknown }>} */
const loaded = new Map();

// The debugger would let whoever reaches its port change what is decided.
process.on('SIGUSR1', () => undefined);
load('main.cjs');

/**
 * Loads a file of the bundle, once.
 *
 * @param {string} file
 * @returns {unknown}
 */
function load(file) {
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(file, module);
  const filename = path.join(BUNDLE, file);
  const source = `(function (exports, require, module, __filename) {${fs.readFileSync(filename, 'utf8')}\n})`;
  const kept = KEPT.test(file) ? readKept(file) : null;
  const script = new vm.Script(source, {
    filename,
    cachedData: kept === null ? undefined : kept.data,
  });
  if (kept !== null && isToBeKept(kept, script)) {
    process.once('exit', () => keep(kept, script));
  }
  const inside = (/** @type {string} */ name) =>
    name.startsWith('./') ? load(name.slice(2)) : require(name);
  script.runInThisContext()(module.exports, inside, module, filename);
  return module.exports;
}

/**
 * What is kept of a file; without data when there is nothing that can be used. Null: nothing may be kept.
 *
 * @param {string} file
 */
function readKept(file) {
  const folder = keptFolder();
  if (folder === null) return null;
  const place = path.join(folder, `${file}.${process.version}-${process.arch}`);
  const nothing = { place, data: undefined, rounds: 0, writtenAt: 0 };
  try {
    const bytes = fs.readFileSync(place);
    const rest = bytes.subarray(HASH_BYTES);
    // V8 would not survive a damaged one.
    if (!bytes.subarray(0, HASH_BYTES).equals(hashOf(rest))) return nothing;
    return {
      place,
      data: rest.subarray(1),
      rounds: rest[0],
      writtenAt: fs.statSync(place).mtimeMs,
    };
  } catch {
    return nothing;
  }
}

/**
 * Whether what this run compiled is to be written at its end.
 *
 * @param {{ data: Buffer | undefined, rounds: number, writtenAt: number }} kept
 * @param {vm.Script} script
 */
function isToBeKept(kept, script) {
  if (kept.data === undefined) return true;
  // V8 refuses what was compiled with other options. Two users of one folder must not write against each other.
  if (script.cachedDataRejected === true) return Date.now() - kept.writtenAt > HOUR_MS;
  return kept.rounds < ROUNDS;
}

/**
 * Writes what is compiled by now. Whatever goes wrong, the answer has been given.
 *
 * @param {{ place: string, rounds: number }} kept
 * @param {vm.Script} script
 */
function keep({ place, rounds }, script) {
  const growing = `${place}.${process.pid}.partial`;
  try {
    const folder = path.dirname(place);
    makeFolder(path.dirname(folder));
    makeFolder(folder);
    if (!isOurs(fs.lstatSync(folder))) return;
    for (const name of fs.readdirSync(folder)) removeOld(path.join(folder, name));
    const rest = Buffer.concat([Buffer.from([rounds + 1]), script.createCachedData()]);
    fs.writeFileSync(growing, Buffer.concat([hashOf(rest), rest]), { mode: 0o600, flush: true });
    fs.renameSync(growing, place);
  } catch {
    fs.rmSync(growing, { force: true });
  }
}

/**
 * The folder; null where others could write into it. It need not exist.
 *
 * @returns {string | null}
 */
function keptFolder() {
  // Elsewhere than on Unix files have no owners.
  if (process.getuid === undefined) return null;
  const home = process.env['HOME'] || require('node:os').homedir();
  const data = path.resolve(process.env['TRIPWIRE_DATA'] || path.join(home, '.tripwire'));
  const folder = path.join(data, 'compiled');
  try {
    const areOurs = isOurs(fs.statSync(data, MISSING)) && isOurs(fs.lstatSync(folder, MISSING));
    return areOurs ? folder : null;
  } catch {
    return null;
  }
}

/**
 * Whether nobody else can write there; also where nothing is yet.
 *
 * @param {fs.Stats | undefined} found
 */
function isOurs(found) {
  if (found === undefined) return true;
  return (
    found.isDirectory() && found.uid === process.getuid() && (found.mode & WRITABLE_BY_OTHERS) === 0
  );
}

/**
 * Makes one folder. Node's way to make those above it too does not come back from a place like /proc.
 *
 * @param {string} folder
 */
function makeFolder(folder) {
  if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
}

/** @param {string} file */
function removeOld(file) {
  if (Date.now() - fs.statSync(file).mtimeMs > OLD_MS) fs.rmSync(file, { force: true });
}

/** @param {Uint8Array} bytes */
function hashOf(bytes) {
  return require('node:crypto').hash('sha256', bytes, 'buffer');
}
