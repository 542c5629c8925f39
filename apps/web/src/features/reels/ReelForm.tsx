import { ITEM_TAGS, type PeopleShown } from '@stagedoor/contract/items.values';
import type { OwnReel } from '@stagedoor/contract/reels';
import { REEL_SECONDS } from '@stagedoor/contract/reels.values';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { useAction } from '../../app/data.ts';
import { prepareUpload } from '../../app/resumable-upload.ts';
import { VIDEOS } from '../../ui/accepted-files.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { FileField } from '../../ui/FileField.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RestoredNote } from '../../ui/forms/RestoredNote.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { useText } from '../../ui/text.ts';
import { CategoryPicker } from '../items/composer/CategoryPicker.tsx';
import { ParticipantPicker } from '../items/composer/ParticipantPicker.tsx';
import { ReviewNote } from '../items/composer/ReviewNote.tsx';
import { TagField } from '../items/composer/TagField.tsx';
import styles from './reel-form.module.css';

const MOST_BYTES = 500 * 1024 * 1024;

const EMPTY = {
  title: '',
  categoryIds: [] as readonly string[],
  tags: [] as readonly string[],
  peopleShown: null as PeopleShown | null,
  participantIds: [] as readonly string[],
  producedOn: '',
};
type Fields = typeof EMPTY;

const fieldsOf = (reel: OwnReel): Fields => ({
  title: reel.title,
  categoryIds: reel.categoryIds,
  tags: reel.tags,
  peopleShown: reel.peopleShown,
  participantIds: reel.participantIds,
  producedOn: reel.producedOn ?? '',
});

/** Publishes a reel, or changes the words of one. What is typed is kept on this device. */
export const ReelForm = ({ reel, onSaved }: { reel: OwnReel | null; onSaved: (saved: OwnReel) => Promise<void> }) => {
  const t = useText();
  const upload = useAction('POST /performer/performer-assets/reels/upload');
  const change = useAction('PUT /performer/performer-assets/reels/edit/{id}');
  const [saved] = useState(() => (reel ? fieldsOf(reel) : EMPTY));
  const [fields, setFields] = useState(saved);
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const uploading = useRef<AbortController | null>(null);
  const kept = useKeptState({
    draft: `reel.${reel?._id ?? 'new'}`,
    saved,
    value: fields,
    restore: setFields,
    asks: false,
    hasMore: file !== null,
  });
  const patch = (part: Partial<Fields>) => setFields((known) => ({ ...known, ...part }));
  const words = {
    title: fields.title,
    categoryIds: [...fields.categoryIds],
    tags: [...fields.tags],
    peopleShown: fields.peopleShown,
    participantIds: fields.peopleShown === 'self' || fields.peopleShown === 'nobody' ? [] : [...fields.participantIds],
    producedOn: fields.producedOn || null,
  };
  const error = problem ?? upload.error ?? change.error;
  const busy = sent !== null || upload.busy || change.busy;

  /** The film first; what the upload doesn't take follows as a change. */
  const create = async (asDraft: boolean): Promise<OwnReel | undefined> => {
    if (!file) return undefined;
    uploading.current = new AbortController();
    setProblem(null);
    setSent(0);
    try {
      const { done, ...brought } = await prepareUpload(file, 'reel', { signal: uploading.current.signal, onProgress: setSent });
      const needsMore =
        words.categoryIds.length > 0 || words.tags.length > 0 || words.participantIds.length > 0 || words.peopleShown !== null;
      // Published only with everything that was typed.
      const made = await upload.run({ body: { title: words.title, isDraft: asDraft || needsMore }, ...brought });
      if (!made) return undefined;
      await done();
      return needsMore ? await change.run({ params: { id: made._id }, body: { ...words, isDraft: asDraft } }) : made;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.code !== 'ABORTED') setProblem(thrown);
      return undefined;
    } finally {
      uploading.current = null;
      setSent(null);
    }
  };
  const save = async (asDraft: boolean) => {
    const answer = reel
      ? await change.run({ params: { id: reel._id }, body: { ...words, ...(reel.state === 'draft' ? { isDraft: asDraft } : {}) } })
      : await create(asDraft);
    if (!answer) return;
    kept.done();
    await onSaved(answer);
  };
  const isDraft = !reel || reel.state === 'draft';
  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save(false);
      }}
    >
      <RestoredNote isShown={kept.isRestored} onDiscard={kept.discard} />
      <ReviewNote own={reel} />
      {reel ? null : (
        <FileField
          label={t('reels.film')}
          hint={t('reels.filmHint', { seconds: REEL_SECONDS })}
          accept={VIDEOS}
          maxBytes={MOST_BYTES}
          required
          file={file}
          onFile={(next) => {
            setProblem(null);
            upload.reset();
            setFile(next);
          }}
          progress={sent}
          error={error?.fields['file']}
        />
      )}
      <TextField
        label={t('model.title')}
        name="title"
        optional
        maxLength={120}
        value={fields.title}
        error={error?.fields['title']}
        onChange={(event) => patch({ title: event.currentTarget.value })}
      />
      <TagField
        tags={fields.tags}
        onChange={(tags) => patch({ tags })}
        most={ITEM_TAGS.most}
        length={ITEM_TAGS.length}
        error={error?.fields['tags']}
      />
      <CategoryPicker chosen={fields.categoryIds} onChange={(categoryIds) => patch({ categoryIds })} error={error?.fields['categoryIds']} />
      <ParticipantPicker people={fields} onChange={patch} error={error} />
      <FormError error={error} fields={['title', 'tags', 'file', 'categoryIds', 'peopleShown', 'participantIds']} />
      <div className={styles.end}>
        {sent !== null ? (
          <Button kind="text" onClick={() => uploading.current?.abort()}>
            {t('ui.cancel')}
          </Button>
        ) : isDraft ? (
          <Button kind="lift" disabled={busy || (!reel && !file)} onClick={() => void save(true)}>
            {t('model.saveDraft')}
          </Button>
        ) : null}
        <Button kind="gold" type="submit" busy={busy} disabled={!reel && !file}>
          {t(isDraft ? 'model.publish' : 'model.save')}
        </Button>
      </div>
    </form>
  );
};
