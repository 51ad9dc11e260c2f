/**
 * The public declarations in a piece of source, by what a line begins with.
 *
 * A guess, and used as one: it decides whether documents are mentioned once, nothing more.
 */
const DECLARATION = new RegExp(
  [
    /export (?:default |declare |abstract |async )*(?:function\*?|class|interface|type|const|let|enum) \w+.*/,
    /(?:module\.)?exports(?:\.\w+)? ?=.*/,
    /pub (?:async |unsafe |const )*(?:fn|struct|enum|trait|mod|type) \w+.*/,
    /func (?:\([^)]*\) )?[A-Z]\w*\(.*/,
    /(?:async )?def [a-z]\w*\(.*/,
    /class [A-Z]\w*.*/,
    /public (?!.*=).*\(.*/,
  ]
    .map(({ source }) => `^(?:${source})$`)
    .join('|'),
  'gm',
);

/** The declarations that only one of the two texts has, each shortened. */
export function declarationChanges(before: string, after: string): readonly string[] {
  const [old, now] = [declarations(before), declarations(after)];
  const changed = [...old].filter((line) => !now.has(line));
  const added = [...now].filter((line) => !old.has(line));
  return [...changed, ...added].map((line) => line.slice(0, 80));
}

function declarations(text: string): Set<string> {
  return new Set(text.match(DECLARATION)?.map((line) => line.replace(/\s+/g, ' ').trim()) ?? []);
}
