import type { AdminPromo } from '@stagedoor/contract/admin-site';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { useKeptState } from '../../../ui/forms/use-kept-state.ts';
import { withoutEmpty } from '../frame/languages.ts';

type Draft = Pick<AdminPromo, 'title' | 'text' | 'button' | 'link' | 'audience' | 'isActive' | 'startsAt' | 'endsAt'>;

const EMPTY: Draft = { title: {}, text: {}, button: {}, link: '', audience: 'everyone', isActive: true, startsAt: null, endsAt: null };

/** The promo as it is typed, and how it is saved: its picture after it. */
export const usePromoDraft = (promo: AdminPromo | null, onSaved: () => Promise<void>) => {
  const create = useAction('POST /admin/promos');
  const update = useAction('PUT /admin/promos/{id}');
  const upload = useAction('POST /admin/promos/{id}/picture/upload');
  const [draft, setDraft] = useState<Draft>(promo ?? EMPTY);
  const [file, setFile] = useState<File | null>(null);
  // Already created if only the picture was refused: it is not created twice.
  const [madeId, setMadeId] = useState<string | null>(promo?._id ?? null);
  const [initial] = useState(draft);
  const kept = useKeptState({
    draft: `promo.${promo?._id ?? 'new'}`,
    saved: initial,
    value: draft,
    restore: setDraft,
    asks: false,
    hasMore: file !== null,
  });
  const error = create.error ?? update.error;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      title: withoutEmpty(draft.title),
      text: withoutEmpty(draft.text),
      button: withoutEmpty(draft.button),
      link: draft.link,
      audience: draft.audience,
      isActive: draft.isActive,
      startsAt: draft.startsAt,
      endsAt: draft.endsAt,
    };
    const saved = madeId ? await update.run({ params: { id: madeId }, body }) : await create.run({ body });
    if (!saved) return;
    setMadeId(saved._id);
    if (file && !(await upload.run({ params: { id: saved._id }, files: { picture: file } }))) return;
    kept.done();
    await onSaved();
  };
  const busy = create.busy || update.busy || upload.busy;
  return { draft, setDraft, file, setFile, kept, error, upload, busy, submit };
};
