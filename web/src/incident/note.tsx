/** A person's note on a stop. */
import { useState, type ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Labelled, TextArea } from '../ui/field.tsx';

const NOTE_MAX = 2_000;

export function Note({ id, note }: { readonly id: string; readonly note: string }): ReactNode {
  const [text, setText] = useState(note);
  const change = useChange('POST /api/incidents/:id/note');
  const may = useMay('operator');
  return (
    <Card title="Note">
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ params: { id }, body: { note: text } });
        }}
      >
        <Labelled label="What you found out">
          {(field) => (
            <TextArea
              id={field}
              rows={3}
              maxLength={NOTE_MAX}
              disabled={!may}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Labelled>
        {text === note ? null : (
          <Button type="submit" size="small" disabled={change.isPending}>
            Save the note
          </Button>
        )}
      </form>
    </Card>
  );
}
