/**
 * A line is written in three ways, and each brings another error of the compiler; after the third comes the first again.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const typeErrorCycle: Family = {
  name: 's_type_error_cycle',
  what: 'writes one line in a few ways in turn; each has its own compiler error, and none is the way out',
  batch: 24,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const file = words.file().replace(/\.\w+$/, '.ts');
    const line = agent.between(12, 300);
    const [thing, part] = [words.noun(), words.noun()];
    const type = `${thing.charAt(0).toUpperCase()}${thing.slice(1)}`;
    const forms = agent
      .shuffled([
        [
          `  const ${thing}: ${type} = load(${part});`,
          `error TS2322: Type 'unknown' is not assignable to type '${type}'.`,
        ],
        [
          `  const ${thing} = load<${type}>(${part});`,
          `error TS2558: Expected 0 type arguments, but got 1.`,
        ],
        [
          `  const ${thing} = load(${part}) as ${type};`,
          `error TS2352: Conversion of type 'Loaded' to type '${type}' may be a mistake because neither type sufficiently overlaps with the other.`,
        ],
        [
          `  const ${thing} = new ${type}(load(${part}));`,
          `error TS2693: '${type}' only refers to a type, but is being used as a value here.`,
        ],
      ] as const)
      .slice(0, agent.between(2, 4));
    const check = agent.pick([
      'npx tsc --noEmit',
      'npm run -s typecheck',
      'pnpm tsc -p . --noEmit',
    ]);
    agent.prompt(`Make ${file} pass the type check without any.`);
    agent.warmUp(2, 8);
    agent.loopBegins();
    let before: string = forms.at(-1)?.[0] ?? '';
    agent.times(14, 20, (index) => {
      const form = forms[index % forms.length];
      if (form === undefined) return;
      agent.edit(`${words.root}/${file}`, before, form[0]);
      before = form[0];
      agent.shell(
        check,
        { text: `${file}(${line},${agent.between(7, 11)}): ${form[1]}`, exit: 2 },
        { saying: musing(agent, `type of ${thing}`) },
      );
      if (agent.random.chance(0.2))
        agent.shell(
          `sed -n '${line - 2},${line + 2}p' ${file}`,
          `\n${form[0]}\n  return ${thing};`,
        );
    });
  },
};
