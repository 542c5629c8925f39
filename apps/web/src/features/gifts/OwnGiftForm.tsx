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

/** A performer's new gift: its picture is uploaded first, then its data. */
export const OwnGiftForm = ({ onSaved }: { onSaved: () => Promise<void> }) => {
  const t = useText();
  const upload = useAction('POST /gift/image');
  const create = useAction('POST /gift');
  const [draft, setDraft] = useState(EMPTY_GIFT);
  const [file, setFile] = useState<File | null>(null);
  // Already uploaded if only the data was refused: it is not uploaded twice.
  const [sent, setSent] = useState<{ file: File; fileId: string } | null>(null);
  const kept = useKeptState({ draft: 'gift.new', saved: EMPTY_GIFT, value: draft, restore: setDraft, asks: false, hasMore: file !== null });
  const price = typedTokens(draft.price);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || price === null) return;
    let fileId = sent?.file === file ? sent.fileId : null;
    if (fileId === null) {
      fileId = (await upload.run({ files: { file } }))?._id ?? null;
      if (fileId === null) return;
      setSent({ file, fileId });
    }
    if (!(await create.run({ body: { name: draft.name, price: String(price), animation: draft.animation, fileId } }))) return;
    kept.done();
    await onSaved();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormError error={create.error} fields={['name', 'price', 'fileId']} />
      <RestoredNote isShown={kept.isRestored} onDiscard={kept.discard} />
      <GiftFields
        draft={draft}
        onChange={setDraft}
        file={file}
        onFile={setFile}
        image={null}
        progress={upload.progress}
        error={create.error}
        fileError={upload.error?.message}
      />
      <Button
        kind="gold"
        size="lg"
        wide
        type="submit"
        busy={upload.busy || create.busy}
        disabled={!file || price === null || draft.name.trim() === ''}
      >
        {t('gifts.save')}
      </Button>
    </form>
  );
};
