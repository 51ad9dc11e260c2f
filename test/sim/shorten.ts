/** Makes a world that breaks a promise shorter: fewer acts, and the same promise still breaks. */

/** Something that happens in a world. */
export interface AnyAct {
  readonly at: number;
  readonly agent?: string;
  readonly target?: { readonly agent: string };
}

const TRIES_MAX = 400;
const MS_MAX = 60_000;

/** Leaves out halves, quarters and so on, as long as it still breaks. */
export async function shortened(
  before: readonly AnyAct[],
  message: string,
  breaks: (acts: readonly AnyAct[]) => Promise<boolean>,
): Promise<readonly AnyAct[]> {
  let acts = before;
  // Mostly it is about one agent, and about what concerns everybody.
  const concerned = acts.filter(({ agent, target }) => {
    const whose = agent ?? target?.agent;
    return whose === undefined || whose === '*' || message.includes(whose);
  });
  if (await breaks(concerned)) acts = concerned;
  const endMs = performance.now() + MS_MAX;
  let tries = 0;
  const isOver = () => tries >= TRIES_MAX || performance.now() > endMs;
  for (let size = Math.ceil(acts.length / 2); size >= 1 && !isOver(); size = Math.floor(size / 2)) {
    for (let from = acts.length - size; from > -size && !isOver(); from -= size) {
      const without = acts.filter((_, at) => at < from || at >= from + size);
      tries += 1;
      if (await breaks(without)) acts = without;
    }
  }
  return acts;
}
