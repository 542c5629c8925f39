import type { AdminText } from '@stagedoor/contract/admin-site';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

/** The edits of a language's texts that aren't saved yet, by key. */
export const useTextEdits = (locale: string) => {
  const t = useText();
  const client = useQueryClient();
  const save = useAction('PUT /admin/texts');
  const [edits, setEdits] = useState<Readonly<Record<string, string | null>>>({});
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['GET /admin/texts'] });
    await client.invalidateQueries({ queryKey: ['GET /admin/languages'] });
  };
  const onSave = async () => {
    const sent = { ...edits };
    if (!(await save.run({ body: { locale, values: sent } }))) return;
    // Edits typed meanwhile aren't saved yet.
    setEdits((typed) => Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== sent[key])));
    toast(t('siteTexts.saved'), { tone: 'ok' });
    await reload();
  };
  const change = (row: AdminText, value: string | null) => {
    const { [row.key]: _before, ...others } = edits;
    setEdits(value === row.value ? others : { ...others, [row.key]: value });
  };
  const clear = () => setEdits({});
  const onDiscard = () => {
    clear();
    save.reset();
  };
  return { edits, save, reload, change, clear, onSave, onDiscard };
};

export type TextEdits = ReturnType<typeof useTextEdits>;
