/**
 * Time that only the simulation moves: what the program plans with `setTimeout` waits here until it is due.
 *
 * The program asks for timers by their global names, so those are replaced while a world runs, and put back after it.
 */
import { currentProcess, runIn, type SimulatedProcess } from './processes.ts';

interface Planned {
  readonly at: number;
  /** Two things at the same moment happen in the order in which they were planned. */
  readonly order: number;
  /** Dies with the process that planned it; the world's own plans outlive crashes. */
  readonly isProcess: boolean;
  /** Somebody acts, who may do so in the middle of what the program is at; an answer of disk or network cannot. */
  readonly isAct: boolean;
  /** In whose name it runs, where several processes share the time. */
  readonly process: SimulatedProcess | null;
  run: (() => void) | null;
}

/** What `setTimeout` gives back, as far as the program uses it. */
class Timer {
  readonly #plan: () => Planned;
  #planned: Planned;
  #isCleared = false;

  constructor(plan: () => Planned) {
    this.#plan = plan;
    this.#planned = plan();
  }

  clear(): void {
    this.#isCleared = true;
    this.#planned.run = null;
  }

  /** Begins anew, also after it has run. */
  refresh(): this {
    if (this.#isCleared) return this;
    this.#planned.run = null;
    this.#planned = this.#plan();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

const GLOBALS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

/** A queue of plans, in the order of their times. */
export class VirtualTime {
  #nowMs = 0;
  #orders = 0;
  #heap: Planned[] = [];

  /** Milliseconds since the world began. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Plans something of the world itself. */
  plan(inMs: number, run: () => void, isAct = false): void {
    this.#push(inMs, run, { isAct });
  }

  /** Plans what reaches a process: it runs when that is awake, and never when it is dead. */
  planFor(process: SimulatedProcess, inMs: number, run: () => void): void {
    this.#push(inMs, run, { process });
  }

  /** Whether what comes next is somebody's act. */
  get isActNext(): boolean {
    return this.#heap[0]?.isAct === true;
  }

  /** Runs what is due next; false when nothing is planned any more. */
  runNext(untilMs: number): boolean {
    for (;;) {
      const first = this.#heap[0];
      if (first === undefined || first.at > untilMs) return false;
      this.#pop();
      const { run, process } = first;
      if (run === null || process?.isDead === true) continue;
      this.#nowMs = Math.max(this.#nowMs, first.at);
      const sleepsMs = (process?.asleepUntilMs ?? 0) - this.#nowMs;
      if (process === null) run();
      else if (sleepsMs > 0) this.#again(first, sleepsMs);
      else runIn(process, run);
      return true;
    }
  }

  /** The process died, and its timers with it. */
  dropProcessTimers(): void {
    for (const one of this.#heap) if (one.isProcess) one.run = null;
  }

  /** Replaces the global timers; returns how to put them back. */
  install(): () => void {
    const own = globalThis as unknown as Record<string, unknown>;
    const before = GLOBALS.map((name) => [name, own[name]] as const);
    const clear = (timer: unknown) => {
      if (timer instanceof Timer) timer.clear();
    };
    own['setTimeout'] = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      new Timer(() =>
        this.#push(Math.max(1, ms), () => run(...args), {
          isProcess: true,
          process: currentProcess(),
        }),
      );
    own['clearTimeout'] = clear;
    own['setInterval'] = () => {
      throw new Error('nothing in a simulated server may run at intervals');
    };
    own['clearInterval'] = clear;
    return () => {
      for (const [name, value] of before) own[name] = value;
    };
  }

  #push(
    inMs: number,
    run: () => void,
    { isProcess = false, isAct = false, process = null }: Partial<Planned>,
  ): Planned {
    this.#orders += 1;
    const at = this.#nowMs + inMs;
    return this.#add({ at, order: this.#orders, isProcess, isAct, process, run });
  }

  /** The same plan later: whoever planned it may still take it back. */
  #again(planned: Planned, inMs: number): void {
    this.#orders += 1;
    this.#add(Object.assign(planned, { at: this.#nowMs + inMs, order: this.#orders }));
  }

  #add(one: Planned): Planned {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(one);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(one, heap[parent] as Planned)) break;
      heap[index] = heap[parent] as Planned;
      index = parent;
    }
    heap[index] = one;
    return one;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Planned;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Planned, heap[child] as Planned)) {
        child += 1;
      }
      if (!isBefore(heap[child] as Planned, last)) break;
      heap[index] = heap[child] as Planned;
      index = child;
    }
    heap[index] = last;
  }
}

function isBefore(one: Planned, other: Planned): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
