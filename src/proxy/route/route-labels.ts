/**
 * What a request says of whom and what it is for: user, project, branch and tags, each in a header of ours. Budgets are
 * counted by them; they never say which agent asks.
 */
import { valuesOf, type HeaderPairs } from '../../base/header-pairs.ts';
import { GRANT_LABELS, type KeyGrant } from '../../base/key-grant.ts';
import { LABEL, LABEL_LENGTH_MAX, LABEL_TAGS_MAX, type CallLabels } from '../../core/index.ts';

const TAG_HEADER = 'x-tripwire-tag';
const RULE = `must be 1 to ${LABEL_LENGTH_MAX} letters, digits and . _ - : @ / + #`;

/** The labels, none when a request has no such header, or what is wrong with one, in words. */
export function labelsIn(headers: HeaderPairs): CallLabels | undefined | string {
  const labels: { branch?: string; project?: string; tags?: readonly string[]; user?: string } = {};
  for (const name of GRANT_LABELS) {
    const values = valuesOf(headers, `x-tripwire-${name}`);
    const [value] = values;
    if (value === undefined) continue;
    if (values.length > 1) return `There are several headers x-tripwire-${name}. Send one.`;
    if (!LABEL.test(value)) return `x-tripwire-${name} ${RULE}.`;
    labels[name] = value;
  }
  const tags = valuesOf(headers, TAG_HEADER).flatMap((value) =>
    value.split(',').map((tag) => tag.trim()),
  );
  if (tags.length > LABEL_TAGS_MAX) return `At most ${LABEL_TAGS_MAX} tags are counted.`;
  if (!tags.every((tag) => LABEL.test(tag))) return `Each tag of ${TAG_HEADER} ${RULE}.`;
  if (tags.length > 0) labels.tags = [...new Set(tags)].toSorted();
  return Object.keys(labels).length === 0 ? undefined : labels;
}

/** The labels of a request with what its keys are for, or what does not go together, in words. */
export function grantedLabels(
  said: CallLabels | undefined,
  grants: readonly KeyGrant[],
): CallLabels | undefined | string {
  const labels: { -readonly [name in keyof CallLabels]: CallLabels[name] } = { ...said };
  for (const grant of grants) {
    for (const name of GRANT_LABELS) {
      const granted = grant[name];
      if (granted === null) continue;
      if ((labels[name] ?? granted) !== granted) {
        return `The agent key is for the ${name} ${granted}. Leave the header x-tripwire-${name} out, or say the same.`;
      }
      labels[name] = granted;
    }
  }
  return Object.keys(labels).length === 0 ? undefined : labels;
}
