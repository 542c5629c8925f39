import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import styles from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/Field.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

const KEY = 'GET /admin/synonyms';

/** A group per line, its words between commas. */
const linesOf = (groups: readonly (readonly string[])[]): string => groups.map((words) => words.join(', ')).join('\n');
const wordsIn = (line: string): string[] =>
  line
    .split(/[,،、;]/u)
    .map((word) => word.trim())
    .filter(Boolean);
/** The lines that have something, by their number. */
const groupsIn = (text: string): { line: number; words: string[] }[] =>
  text
    .split('\n')
    .map((line, at) => ({ line: at + 1, words: wordsIn(line) }))
    .filter(({ words }) => words.length > 0);

const Form = ({ groups, onSaved }: { groups: readonly (readonly string[])[]; onSaved: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const save = useAction('PUT /admin/synonyms');
  const [text, setText] = useState(() => linesOf(groups));
  const [sent, setSent] = useState(() => groupsIn(text));
  const fields = save.error?.fields ?? {};
  const [wrong] = Object.entries(fields);
  const line = sent[Number(wrong?.[0].split('.')[1])]?.line;
  const problem = wrong && (line === undefined ? wrong[1] : t('synonyms.wrong', { line, problem: wrong[1] }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const written = groupsIn(text);
    setSent(written);
    if (!(await save.run({ body: { groups: written.map(({ words }) => words) } }))) return;
    await client.invalidateQueries({ queryKey: [KEY] });
    toast(t('synonyms.saved'), { tone: 'ok' });
    onSaved();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextArea
        label={t('synonyms.field')}
        hint={t('synonyms.hint')}
        name="groups"
        rows={14}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormError error={save.error} fields={Object.keys(fields)} />
      <Button kind="gold" size="lg" type="submit" busy={save.busy}>
        {t('synonyms.save')}
      </Button>
    </form>
  );
};

/** Sets which words mean the same to searches. */
export const SynonymsForm = ({ onSaved }: { onSaved: () => void }) => {
  const synonyms = useData(KEY, {});
  if (!synonyms.data)
    return (
      <Pending of={synonyms}>
        <RowsSkeleton rows={5} />
      </Pending>
    );
  return <Form groups={synonyms.data.groups} onSaved={onSaved} />;
};
