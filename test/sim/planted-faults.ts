/**
 * Mistakes that a server could make, each as a change of one place of the program. The simulator must find every one of
 * them in less than a minute; `npm run sim:faults` plants them in a copy, one after the other.
 */
import type { Check } from './violation.ts';

/** A mistake: the text occurs once in the file. */
export interface PlantedFault {
  readonly what: string;
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
  /** The checks of which one finds it. */
  readonly foundBy: readonly Check[];
  /** Which worlds find it; those of one server when absent. */
  readonly worlds?: 'fleet';
}

/** Those that let something through come first. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    what: 'A record counts before the disk has it',
    file: 'src/gate/chain/agent-chain.ts',
    text: 'await this.parts.store.append(batch);',
    replacement: 'this.parts.store.append(batch).catch(() => undefined);',
    foundBy: ['recorded-first', 'release-counts'],
  },
  {
    what: 'A failed commit is acknowledged',
    file: 'src/store/group-commit.ts',
    text: 'for (const { reject } of group) reject(error);',
    replacement: 'for (const { resolve } of group) resolve(error as undefined);',
    foundBy: ['recorded-first', 'release-counts'],
  },
  {
    what: 'What cannot be recorded passes',
    file: 'src/gate/passage.ts',
    text: 'return unavailableRefusal(whom, errorWords(error));',
    replacement: 'return void [whom, unavailableRefusal, errorWords] ?? null;',
    foundBy: ['recorded-first'],
  },
  {
    what: 'A stop does not know of calls that passed',
    file: 'src/gate/admissions.ts',
    text: '    calls.add(way.call);\n',
    replacement: '',
    foundBy: ['stop-cuts', 'stop-holds', 'nothing-after-stop'],
  },
  {
    what: 'A release counts before it is durable',
    file: 'src/gate/standing.ts',
    text: 'const states = latest === durable ? [latest] : [latest, durable];',
    replacement: 'const states = [latest];',
    foundBy: ['stop-holds', 'stop-survives', 'stop-cuts'],
  },
  {
    what: 'A stop waits for the journal before it is in force',
    file: 'src/gate/stops/stop-marks.ts',
    text: '    this.#owed.set(keyOf(mark), mark);\n    this.#kept.delete(keyOf(mark));',
    replacement: '    this.#kept.delete(keyOf(mark));',
    foundBy: ['stop-holds', 'stop-cuts', 'stop-survives', 'nothing-after-stop'],
  },
  {
    what: 'A stop is not marked on the disk',
    file: 'src/gate/stops/stop-marks.ts',
    text: '      writeMark(file, mark);\n      return true;',
    replacement: '      return true;',
    foundBy: ['stop-holds', 'stop-survives'],
  },
  {
    what: 'The folder of a mark is not synced',
    file: 'src/base/node/whole-file.ts',
    text: '  putInPlace(file, content, access);\n  syncFolder(dirname(file));',
    replacement: '  putInPlace(file, content, access);',
    foundBy: ['stop-holds', 'stop-survives'],
  },
  {
    what: 'A mark gets its name before its bytes are synced',
    file: 'src/base/node/whole-file.ts',
    text: '      if (owner !== undefined) giveTo(opened, owner);\n      fsyncSync(opened);',
    replacement: '      if (owner !== undefined) giveTo(opened, owner);',
    foundBy: ['stop-survives', 'stop-holds', 'release-counts'],
  },
  {
    what: 'A marked stop that was never recorded counts as released after a crash',
    file: 'src/gate/stops/operator-acts.ts',
    text: "if (recorded === undefined) return 'owed';",
    replacement: "if (recorded === undefined) return 'released';",
    foundBy: ['stop-holds', 'stop-survives'],
  },
  {
    what: 'Marks of stops are not read when the gate opens',
    file: 'src/gate/stops/stop-marks.ts',
    text: 'this.#owed.set(keyOf(mark ?? UNREADABLE), mark ?? UNREADABLE);',
    replacement: 'void [mark, UNREADABLE];',
    foundBy: ['stop-holds', 'stop-survives'],
  },
  {
    what: 'A release that fails takes the mark of the stop away',
    file: 'src/gate/stops/stop-recorder.ts',
    text: 'const released = await release();',
    replacement:
      'for (const mark of marks) this.#marks.remove(mark);\n      const released = await release();',
    foundBy: ['stop-holds', 'stop-survives', 'stop-cuts'],
  },
  {
    what: 'A stop does not end what is under way',
    file: 'src/gate/stops/operator-acts.ts',
    text: 'const cut = this.#cuts.cut(agent);',
    replacement: 'const cut = 0;',
    foundBy: ['stop-cuts', 'nothing-after-stop', 'stop-holds'],
  },
  {
    what: 'A cut does not reach the provider',
    file: 'src/proxy/exchange.ts',
    text: 'signals: [call.signal, gone],',
    replacement: 'signals: [gone],',
    foundBy: ['stop-cuts', 'stop-holds'],
  },
  {
    what: 'A request that cannot be read passes',
    file: 'src/gate/admissions.ts',
    text: 'return ask.unread === undefined ? null : unreadRefusal(whomOf(chain, call.session), ask.unread);',
    replacement: 'return void [unreadRefusal, ask, chain, call] ?? null;',
    foundBy: ['nothing-unread'],
  },
  {
    what: 'A hook hears that nothing stands',
    file: 'src/gate/gate.ts',
    text: 'return this.#standing.refusalFor(entered.chain, { ...seen, thread: seen.thread ?? null });',
    replacement: 'return null;',
    foundBy: ['stop-holds'],
  },
  {
    what: 'Two calls at once both take the last of a team budget',
    file: 'src/gate/admissions.ts',
    text: '      fits: () => teams.problem(way),\n',
    replacement: '',
    foundBy: ['team-holds'],
  },
  {
    what: 'A team forgets in a restart what it spent',
    file: 'src/gate/teams/team-budgets.ts',
    text: 'for (const { agent, seq } of this.#heads) {',
    replacement: 'for (const { agent, seq } of this.#heads.slice(0, 0)) {',
    foundBy: ['team-holds'],
  },
  {
    what: "An agent's minute begins anew with a restart",
    file: 'src/gate/followed-records.ts',
    text: 'if (forOneEvent === true || latest.clock <= since) return;',
    replacement: 'if (since > 0) return;',
    foundBy: ['minute-holds'],
  },
  {
    what: "Two calls at once both take the last of an agent's minute",
    file: 'src/gate/admissions.ts',
    text: 'while (this.#limits.minuteProblem(way, spends) !== null) {',
    replacement: 'while (spends.tokens < 0) {',
    foundBy: ['minute-holds'],
  },
  {
    what: 'A budget reserves the estimate and not the longest answer',
    file: 'src/gate/call-records.ts',
    text: '    reserveTokens: ask.reserve?.tokens,\n',
    replacement: '    reserveTokens: ask.reserve === undefined ? undefined : 0,\n',
    foundBy: ['budget-holds'],
  },
  {
    what: 'A call that is settled twice gives its budget back twice',
    file: 'src/gate/admissions.ts',
    text: 'finished ??= settleCall(this.#parts, way, { id, admittedAt, end });',
    replacement: 'finished = settleCall(this.#parts, way, { id, admittedAt, end });',
    foundBy: ['budget-holds', 'minute-holds', 'team-holds'],
  },
  {
    what: 'A client that hangs up leaves its call open',
    file: 'src/proxy/exchange.ts',
    text: 'if (gone.aborted && isAsked) await settleUnheard(call, estimate, latencyMs);',
    replacement: 'if (gone.aborted && isAsked) void settleUnheard;',
    foundBy: ['calls-end'],
  },
  {
    what: 'After a failure the chain is not read again',
    file: 'src/gate/chain/agent-chain.ts',
    text: 'const point = await loadChain(this.parts);',
    replacement: 'const point = await Promise.resolve(this.durablePoint);',
    foundBy: ['comes-back', 'state-is-fold', 'release-counts'],
  },
  {
    what: 'The journal names another text than the one that is kept',
    file: 'src/gate/evidence/evidence-keeper.ts',
    text: '.note({ hash, of: seq })\n      .then(() => this.#store.putEvidence(evidence))',
    replacement:
      '.note({ hash: `${hash.slice(1)}0`, of: seq })\n      .then(() => this.#store.putEvidence(evidence))',
    foundBy: ['evidence-true'],
  },
  {
    what: 'A snapshot is not the state that it stands for',
    file: 'src/gate/chain/chain-judging.ts',
    text: 'const text = JSON.stringify(state);',
    replacement: 'const text = JSON.stringify({ ...state, holds: [] });',
    foundBy: ['replay-equal', 'stop-holds', 'stop-survives', 'state-is-fold'],
  },
];
