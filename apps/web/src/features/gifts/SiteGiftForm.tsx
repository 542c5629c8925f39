import type { AdminGift } from '@stagedoor/contract/gifts';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/Check.tsx';
import { typedTokens } from '../../ui/typed-tokens.ts';
import { useText } from '../../ui/text.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RestoredNote } from '../../ui/forms/RestoredNote.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { EMPTY_GIFT } from './gift-draft.ts';
import { GiftFields } from './GiftFields.tsx';
import styles from './gifts.module.css';

/** Creates or edits a gift of the site. */
export const SiteGiftForm = ({ gift, onSaved }: { gift: AdminGift | null; onSaved: () => Promise<void> }) => {
  const t = useText();
  const upload = useAction('POST /admin/gifts/image');
  const create = useAction('POST /admin/gifts');
  const update = useAction('PUT /admin/gifts/{id}');
  const [draft, setDraft] = useState(gift ? { name: gift.name, price: String(gift.price), animation: gift.animation } : EMPTY_GIFT);
  const [isActive, setActive] = useState(gift?.isActive ?? true);
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<{ file: File; fileId: string } | null>(null);
  const [initial] = useState({ draft, isActive });
  const kept = useKeptState({
    draft: `siteGift.${gift?._id ?? 'new'}`,
    saved: initial,
    value: { draft, isActive },
    restore: (typed) => {
      setDraft(typed.draft);
      setActive(typed.isActive);
    },
    asks: false,
    hasMore: file !== null,
  });
  const price = typedTokens(draft.price);
  const error = create.error ?? update.error;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (price === null) return;
    let fileId = sent && sent.file === file ? sent.fileId : undefined;
    if (file && fileId === undefined) {
      fileId = (await upload.run({ files: { file } }))?._id;
      if (fileId === undefined) return;
      setSent({ file, fileId });
    }
    const body = { name: draft.name, price: String(price), animation: draft.animation, isActive };
    const saved = gift
      ? await update.run({ params: { id: gift._id }, body: { ...body, ...(fileId === undefined ? {} : { fileId }) } })
      : fileId !== undefined && (await create.run({ body: { ...body, fileId } }));
    if (!saved) return;
    kept.done();
    await onSaved();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormError error={error} fields={['name', 'price', 'fileId']} />
      <RestoredNote isShown={kept.isRestored} onDiscard={kept.discard} />
      <GiftFields
        draft={draft}
        onChange={setDraft}
        file={file}
        onFile={setFile}
        image={gift?.image ?? null}
        progress={upload.progress}
        error={error}
        fileError={upload.error?.message}
        pictureHint={gift ? t('siteGifts.keepPicture') : undefined}
      />
      <Switch label={t('siteGifts.active')} checked={isActive} onChange={(event) => setActive(event.currentTarget.checked)} />
      <Button
        kind="gold"
        size="lg"
        wide
        type="submit"
        busy={upload.busy || create.busy || update.busy}
        disabled={price === null || draft.name.trim() === '' || (!gift && !file)}
      >
        {t('gifts.save')}
      </Button>
    </form>
  );
};
