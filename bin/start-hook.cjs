/**
 * Starts `tripwire hook` and the commands that must be quick (`tripwire stop` and its like) from their bundle in
 * `dist/hook`, and keeps what V8 compiled of it for the next hook.
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

const ROOT = path.join(__dirname, '..');
const BUNDLE = path.join(ROOT, 'dist', 'hook');
const IS_HOOK = process.argv[2] === 'hook';
/** How the bundle names what it does not hold. */
const OUTSIDE = 'tripwire:';
/** Behind what is kept: its length, and how many runs have added to it. */
const TAIL_BYTES = 5;
/** The first runs see different events, and each adds the functions that it needed. */
const ROUNDS = 8;
const HOUR_MS = 60 * 60 * 1000;
const OLD_MS = 30 * 24 * HOUR_MS;
/** What is not there is no error. */
const MISSING = { throwIfNoEntry: false };
const WRITABLE_BY_OTHERS = 0o022;
/** What V8 is told of a process that ends soon. */
const SHORT_LIVED = ['--no-regexp-tier-up', '--no-sparkplug', '--no-parallel-scavenge'];

/** @type {Map<string, { exports: unknown }>} */
const loaded = new Map();
/** @type {string | null | undefined} */
let foundFolder;

// The debugger would let whoever reaches its port change what is decided.
process.on('SIGUSR1', () => undefined);
const IS_QUICKENED = IS_HOOK && isAlone() && !asksServer();
/** Of what has its content in its name: V8 tells other code by its length alone. */
const KEPT = /^(?:ask|config|decide|rules|shell|yaml|zod)-/;
if (IS_QUICKENED) quicken();
load(IS_HOOK ? 'main.cjs' : 'commands.cjs');

/**
 * Sets V8 to a process that lives for some 50 ms. Each regular expression is compiled once, to what it runs in the end:
 * by default V8 makes a slow form first and the quick one at the second use, which for a process that uses each a few
 * times is twice the work and more. Functions get no form between the first one and the optimised one, and young objects
 * are moved by this thread alone: others would be woken for work that takes less time than that.
 *
 * Node brings what V8 compiled of its own modules, made with V8's usual settings: so the modules that a hook needs are
 * loaded before a setting is changed. And no expression may have been used before: V8 would not survive its second use.
 */
function quicken() {
  for (const name of ['node:crypto', 'node:os', 'node:sqlite', 'node:timers/promises']) {
    require(name);
  }
  const { setFlagsFromString } = require('node:v8');
  for (const one of SHORT_LIVED) setFlagsFromString(one);
}

/** Whether nothing of somebody else's has run in this process before. */
function isAlone() {
  const { NODE_OPTIONS: options, NODE_DEBUG: debug } = process.env;
  const own = process.execArgv.every((one) => one === '--disable-sigusr1');
  return !options && !debug && own;
}

/** Whether this hook will ask a server, as far as can be seen from here. Nothing but speed depends on it. */
function asksServer() {
  const { TRIPWIRE_URL: url, TRIPWIRE_MANAGED: managed } = process.env;
  return Boolean(url || managed) || fs.existsSync(path.join(dataFolder(), 'server.json'));
}

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
  // A function around a module, all of it ASCII.
  const source = fs.readFileSync(filename, 'latin1');
  const kept = KEPT.test(file) ? readKept(file) : null;
  const script = new vm.Script(source, {
    filename,
    cachedData: kept === null ? undefined : kept.data,
  });
  if (kept !== null && isToBeKept(kept, script)) {
    process.once('exit', () => keep(kept, script));
  }
  const inside = (/** @type {string} */ name) => {
    if (name.startsWith('./')) return load(name.slice(2));
    return require(name.startsWith(OUTSIDE) ? fileOutside(name.slice(OUTSIDE.length)) : name);
  };
  script.runInThisContext()(module.exports, inside, module, filename);
  return module.exports;
}

/**
 * Where a file is that the bundle does not hold: in the sources of a checkout, or compiled in the package.
 *
 * @param {string} name its path in `src`, without its ending
 */
function fileOutside(name) {
  const source = path.join(ROOT, 'src', `${name}.ts`);
  return fs.existsSync(source) ? source : path.join(ROOT, 'dist', `${name}.js`);
}

/**
 * What is kept of a file; without data when there is nothing that can be used. Null: nothing may be kept.
 *
 * @param {string} file
 */
function readKept(file) {
  const folder = keptFolder();
  if (folder === null) return null;
  // V8 refuses what was compiled with other settings.
  const settings = IS_QUICKENED ? '' : '-usual';
  const place = path.join(folder, `${file}.${process.version}-${process.arch}${settings}`);
  const nothing = { place, data: undefined, rounds: 0, writtenAt: 0 };
  try {
    const bytes = fs.readFileSync(place);
    const one = bytes.subarray(0, bytes.length / 2);
    const length = one.length - TAIL_BYTES;
    // V8 would not survive a damaged one. It stands there twice, because to load what makes hashes takes longer.
    const isWhole = one.equals(bytes.subarray(one.length)) && one.readUInt32LE(length) === length;
    if (!isWhole) return nothing;
    return {
      ...nothing,
      data: one.subarray(0, length),
      rounds: one[one.length - 1],
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
    const data = script.createCachedData();
    const tail = Buffer.alloc(TAIL_BYTES);
    tail.writeUInt32LE(data.length);
    tail.writeUInt8(rounds + 1, TAIL_BYTES - 1);
    const one = Buffer.concat([data, tail]);
    fs.writeFileSync(growing, Buffer.concat([one, one]), { mode: 0o600, flush: true });
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
  if (foundFolder === undefined) foundFolder = findKeptFolder();
  return foundFolder;
}

/** @returns {string | null} */
function findKeptFolder() {
  // Elsewhere than on Unix files have no owners.
  if (process.getuid === undefined) return null;
  const data = dataFolder();
  const folder = path.join(data, 'compiled');
  try {
    const areOurs = isOurs(fs.statSync(data, MISSING)) && isOurs(fs.lstatSync(folder, MISSING));
    return areOurs ? folder : null;
  } catch {
    return null;
  }
}

/** @returns {string} */
function dataFolder() {
  const home = process.env['HOME'] || require('node:os').homedir();
  return path.resolve(process.env['TRIPWIRE_DATA'] || path.join(home, '.tripwire'));
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
