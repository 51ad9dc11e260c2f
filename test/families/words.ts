/**
 * Made-up names, paths, code and prose, so that no two runs of a family share their words by accident.
 */
import type { SeededRandom } from '../simulation/seeded-random.ts';

const NOUNS =
  'account batch bucket cache cart channel claim clause column contract cursor delta device digest draft edge entry event feed field filter frame gateway grant header index invoice job journal key lease ledger limit lock matrix member message meter node note offer order parcel patch payment plan policy pool price profile queue quota rate record region report request result role route rule sample schema scope segment session shard signal slot snapshot socket span stage state stream tenant ticket token total trace unit user vault vendor view volume wallet window zone'.split(
    ' ',
  );
const VERBS =
  'apply build check clear collect compute decode dispatch drain emit encode expand fetch flush format freeze grant handle index insert load map mark merge move normalise open pack parse patch plan prune publish pull push rank read reconcile release render replay reset resolve route save scan seal send settle sort split store sync track trim update validate verify wrap'.split(
    ' ',
  );
const FOLDERS =
  'api billing core crawler exports imports jobs mail parser reports routing search storage sync tokens workers'.split(
    ' ',
  );
const PROJECTS =
  'amber basil comet delta ember fjord harbor ivory jasper kestrel lumen maple nimbus onyx pebble quartz'.split(
    ' ',
  );
const PEOPLE =
  'Ada Bruno Chen Dara Emil Farah Goran Hana Ines Jamal Kira Luca Mina Nils Olga Priya Rosa Sven Tariq Uma Vito Wanda Yusuf Zora'.split(
    ' ',
  );
const SURNAMES =
  'Abel Bianchi Costa Duran Eklund Fontaine Greco Hansen Ibarra Janssen Keller Lindqvist Moreno Novak Okoye Petrov Quinn Rossi Silva Tanaka Urban Vogel Weber Young'.split(
    ' ',
  );

/** Words of one run. */
export class Words {
  readonly #random: SeededRandom;
  /** The folder the agent works in. */
  readonly root: string;
  readonly extension: string;

  constructor(random: SeededRandom) {
    this.#random = random;
    const home = random.pick(['/home/dev', '/workspace', '/Users/kim/src', '/srv/build', '/repo']);
    this.root = `${home}/${random.pick(PROJECTS)}-${random.pick(['api', 'web', 'core', 'cli', 'worker'])}`;
    this.extension = random.pick(['ts', 'py', 'go', 'rs', 'java']);
  }

  noun(): string {
    return this.#random.pick(NOUNS);
  }

  verb(): string {
    return this.#random.pick(VERBS);
  }

  project(): string {
    return this.#random.pick(PROJECTS);
  }

  person(): string {
    return `${this.#random.pick(PEOPLE)} ${this.#random.pick(SURNAMES)}`;
  }

  /** A function's name. */
  symbol(): string {
    const noun = this.noun();
    return `${this.verb()}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  }

  /** A file of the project, relative to its root. */
  file(): string {
    return `src/${this.#random.pick(FOLDERS)}/${this.noun()}_${this.noun()}.${this.extension}`;
  }

  path(): string {
    return `${this.root}/${this.file()}`;
  }

  code(): string {
    const [a, b] = [this.noun(), this.noun()];
    const n = this.#random.between(2, 980);
    return this.#random.pick([
      `export function ${this.symbol()}(${a}: ${b}): number {`,
      `  if (${a}.${b} === undefined) return ${this.symbol()}(${a});`,
      `  const ${a}${n} = ${this.symbol()}(${b}, ${n});`,
      `  for (const ${a} of ${b}.${a}s) ${this.symbol()}(${a});`,
      `  throw new Error("${this.symbol()}: ${a} without ${b}");`,
      `  return { ...${a}, ${b}: ${this.symbol()}(${a}.${b}) };`,
      `  logger.debug("${this.symbol()}", { ${a}, ${b} });`,
      `// The ${a} of a ${b} is ${this.verb()}ed by ${this.symbol()}.`,
    ]);
  }

  codeLines(least: number, most: number): string {
    return Array.from({ length: this.#random.between(least, most) }, () => this.code()).join('\n');
  }

  /** A sentence with content of its own. */
  sentence(): string {
    const r = this.#random;
    return r.pick([
      `The ${this.noun()} ${this.noun()} is ${this.verb()}ed once per ${this.noun()} and then kept for ${r.between(2, 90)} days.`,
      `${this.person()} wrote that the ${this.noun()} must ${this.verb()} each ${this.noun()} before the ${this.noun()} closes.`,
      `In ${r.between(1990, 2025)} the ${this.project()} group measured ${r.between(11, 99)} ${this.noun()}s per ${this.noun()}.`,
      `A ${this.noun()} without ${this.noun()} can't ${this.verb()} the ${this.noun()}, which explains the ${this.noun()}.`,
    ]);
  }

  prose(least: number, most: number): string {
    return Array.from({ length: this.#random.between(least, most) }, () => this.sentence()).join(
      ' ',
    );
  }

  /** Letters and digits without meaning. */
  opaque(length: number): string {
    const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
    return Array.from({ length }, () => letters[this.#random.between(0, letters.length - 1)]).join(
      '',
    );
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.#random.between(0, 15).toString(16)).join('');
  }

  uuid(): string {
    return [8, 4, 4, 4, 12].map((length) => this.hex(length)).join('-');
  }
}
