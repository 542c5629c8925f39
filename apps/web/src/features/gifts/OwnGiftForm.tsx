import type { OwnGift } from '@stagedoor/contract/gifts';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { typedTokens } from '../../ui/typed-tokens.ts';
import { useText } from '../../ui/text.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RestoredNote } from '../../ui/forms/RestoredNote.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { EMPTY_GIFT } from './gift-draft.ts';
import { GiftFields } from './GiftFields.tsx';
import styles from './gifts.module.css';

/** Creates or changes a performer's gift: a new picture is uploaded first, then its data. */
export const OwnGiftForm = ({ gift, onSaved }: { gift: OwnGift | null; onSaved: () => Promise<void> }) => {
  const t = useText();
  const upload = useAction('POST /gift/image');
  const create = useAction('POST /gift');
  const update = useAction('PUT /gift/{id}');
  const [initial] = useState(gift ? { name: gift.name, price: String(gift.price), animation: gift.animation } : EMPTY_GIFT);
  const [draft, setDraft] = useState(initial);
  const [file, setFile] = useState<File | null>(null);
  // Already uploaded if only the data was refused: it is not uploaded twice.
  const [sent, setSent] = useState<{ file: File; fileId: string } | null>(null);
  const kept = useKeptState({
    draft: `gift.${gift?._id ?? 'new'}`,
    saved: initial,
    value: draft,
    restore: setDraft,
    asks: false,
    hasMore: file !== null,
  });
  const error = create.error ?? update.error;
  const price = typedTokens(draft.price);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (price === null) return;
    let fileId = sent && sent.file === file ? sent.fileId : undefined;
    if (file && fileId === undefined) {
      fileId = (await upload.run({ files: { file } }))?._id;
      if (fileId === undefined) return;
      setSent({ file, fileId });
    }
    const body = { name: draft.name, price: String(price), animation: draft.animation };
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
        pictureHint={gift ? t('gifts.keepPicture') : undefined}
      />
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
