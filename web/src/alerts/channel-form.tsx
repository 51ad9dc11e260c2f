/** A new channel: its kind, then what that kind needs. */
import { useState, type ReactNode } from 'react';
import type { ChannelTarget } from '../../../src/control/api/client.ts';
import { useChange } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { CopyLine } from '../ui/copy.tsx';
import { Input, Labelled, Select, Toggle } from '../ui/field.tsx';
import { channelKinds, targetOf } from './channel-kinds.ts';

type Kind = ChannelTarget['kind'];
const kinds = Object.keys(channelKinds) as readonly Kind[];

export function ChannelForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [kind, setKind] = useState<Kind>('webhook');
  const [name, setName] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isPrivate, setPrivate] = useState(false);
  const add = useChange('POST /api/alert-channels');
  const secret = add.data?.secret ?? null;
  if (secret !== null) return <Secret secret={secret} onDone={onDone} />;
  const submit = async (): Promise<void> => {
    const body = {
      name: name.trim() === '' ? channelKinds[kind].label : name.trim(),
      allow_private: isPrivate,
      target: targetOf(kind, values),
    };
    const made = await add.mutateAsync({ body });
    if (made.secret === null) onDone();
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(() => undefined);
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <Labelled label="Kind">
          {(id) => (
            <Select id={id} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {channelKinds[one].label}
                </option>
              ))}
            </Select>
          )}
        </Labelled>
        <Labelled label="Name">
          {(id) => (
            <Input
              id={id}
              maxLength={64}
              placeholder={channelKinds[kind].label}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Labelled>
      </div>
      <TargetFields kind={kind} values={values} onChange={setValues} />
      <Toggle
        label="Allow a private network"
        hint="For a receiver on this machine or in your own network"
        checked={isPrivate}
        onChange={setPrivate}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={add.isPending}>
          Add
        </Button>
      </div>
    </form>
  );
}

function TargetFields({
  kind,
  values,
  onChange,
}: {
  readonly kind: Kind;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}): ReactNode {
  return channelKinds[kind].fields.map(({ name, label, hint, ...input }) => (
    <Labelled key={`${kind} ${name}`} label={label} hint={hint}>
      {(id) => (
        <Input
          id={id}
          autoComplete="off"
          {...input}
          value={values[name] ?? ''}
          onChange={({ target }) => onChange({ ...values, [name]: target.value })}
        />
      )}
    </Labelled>
  ));
}

function Secret({
  secret,
  onDone,
}: {
  readonly secret: string;
  readonly onDone: () => void;
}): ReactNode {
  return (
    <div className="space-y-4">
      <p>This is the secret that messages are signed with. It is shown only once.</p>
      <CopyLine text={secret} label="the secret" />
      <div className="flex justify-end">
        <Button tone="primary" onClick={onDone}>
          I’ve saved it
        </Button>
      </div>
    </div>
  );
}
