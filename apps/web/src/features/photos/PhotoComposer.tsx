import { GALLERY_PHOTOS } from '@stagedoor/contract/items.values';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useData } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RestoredNote } from '../../ui/forms/RestoredNote.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { AddFiles } from '../items/composer/AddFiles.tsx';
import { AudienceFields, TitleField } from '../items/composer/AudienceFields.tsx';
import { useRestoredToast } from '../items/composer/ComposerFrame.tsx';
import { CategoryPicker } from '../items/composer/CategoryPicker.tsx';
import { FileGrid } from '../items/composer/FileGrid.tsx';
import { ReviewNote } from '../items/composer/ReviewNote.tsx';
import { ParticipantPicker } from '../items/composer/ParticipantPicker.tsx';
import { useItemDraft } from '../items/composer/use-item-draft.ts';
import type { DraftFile } from '../items/composer/draft-files.ts';
import { useItemFiles } from '../items/composer/use-item-files.ts';
import styles from './photos.module.css';

const UPLOADS = { image: { purpose: 'photo', call: 'POST /performer/performer-assets/photos/upload' } } as const;
const GALLERIES = { query: { limit: 100 } } as const;

/** Publishes photos by themselves or into a gallery, several at once. What isn't published yet is kept on this device. */
export const PhotoComposer = () => {
  const [version, setVersion] = useState(0);
  return <Composer key={version} onDiscard={() => setVersion(version + 1)} />;
};

const Composer = ({ onDiscard }: { onDiscard: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const draft = useItemDraft('photo', undefined);
  const files = useItemFiles(UPLOADS);
  const { data: galleries } = useData('GET /performer/performer-assets/galleries/search', GALLERIES);
  const [galleryId, setGalleryId] = useState('');
  /** What is to be seen, by the file's id. */
  const [alts, setAlts] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const restoredToast = useRestoredToast();
  const kept = useKeptState({
    draft: 'photos.new',
    saved: { fields: draft.initial, galleryId: '', alts: {}, files: [] as readonly string[] },
    value: { fields: draft.fields, galleryId, alts, files: files.ids },
    restore: async (typed) => {
      draft.change(typed.fields);
      setGalleryId(typed.galleryId);
      setAlts(typed.alts);
      restoredToast([await files.restore(typed.files)]);
    },
    asks: true,
    hasMore: files.hasLocal,
  });
  const count = files.files.length;
  const { audience, price, title, categoryIds, peopleShown, participantIds, producedOn } = draft.body;

  /** One photo, under a key of its own: a press after a lost answer publishes none twice. @returns whether it is reviewed before it is shown */
  const publish = async ({ key, uploaded }: DraftFile): Promise<boolean> => {
    const { _id: fileId } = uploaded!;
    const { _id: id, state } = await call('POST /performer/performer-assets/photos', {
      body: {
        fileId,
        galleryId: galleryId || null,
        title: count === 1 ? title : '',
        categoryIds,
        peopleShown,
        participantIds,
        producedOn,
        ...(galleryId && !draft.isPriced ? {} : { audience, price }),
      },
      idempotencyKey: key,
    });
    const alt = alts[fileId]?.trim();
    if (alt) await call('PUT /performer/performer-assets/photos/{id}', { params: { id }, body: { alt } });
    return state === 'review';
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    let published = 0;
    let isReviewed = false;
    try {
      for (const file of files.files) {
        isReviewed = await publish(file);
        published += 1;
        files.remove(file.key);
      }
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
    }
    setBusy(false);
    for (const list of ['GET /performer/performer-assets/photos/search', 'GET /performer/performer-assets/galleries/search'])
      await client.invalidateQueries({ queryKey: [list] });
    if (published > 0) toast(isReviewed ? t('reviews.sent') : t('photos.published', { count: published }), { tone: 'ok' });
    if (published < count) return;
    kept.done();
    await navigate(galleryId ? `/model/photos?galleryId=${galleryId}` : '/model/photos');
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Card pad="lg" as="div" className={styles.stack}>
        <RestoredNote
          isShown={kept.isRestored}
          onDiscard={() => {
            kept.done();
            onDiscard();
          }}
        />
        <ReviewNote own={undefined} />
        <FileGrid files={files} isOrdered />
        <AddFiles files={files} most={GALLERY_PHOTOS} only="image" />
        {count === 1 ? <TitleField draft={draft} error={error} /> : null}
        {files.files.map((file, index) =>
          file.uploaded ? (
            <Alt
              key={file.key}
              file={file}
              label={t('photos.altOf', { index: index + 1 })}
              value={alts[file.uploaded._id] ?? ''}
              onChange={(alt) => setAlts({ ...alts, [file.uploaded!._id]: alt })}
            />
          ) : null,
        )}
        <SelectField
          label={t('photos.where')}
          name="galleryId"
          value={galleryId}
          onChange={(event) => setGalleryId(event.currentTarget.value)}
          choices={[
            { value: '', text: t('photos.alone') },
            ...(galleries?.data ?? []).map(({ _id, title: name }) => ({ value: _id, text: name })),
          ]}
          hint={galleryId ? t('photos.galleryHint') : undefined}
        />
        <AudienceFields draft={draft} error={error} />
        <CategoryPicker
          chosen={draft.fields.categoryIds ?? []}
          onChange={(ids) => draft.change({ categoryIds: ids })}
          error={error?.fields['categoryIds']}
        />
        <ParticipantPicker people={draft.fields} onChange={draft.change} error={error} />
        <FormError error={error} fields={['title', 'price', 'categoryIds', 'peopleShown', 'participantIds']} />
        <div className={styles.end}>
          <Button kind="gold" size="lg" type="submit" busy={busy} disabled={count === 0 || files.busy || files.hasLocal}>
            {count === 0 ? t('model.publish') : t('photos.publish', { count })}
          </Button>
        </div>
      </Card>
    </form>
  );
};

interface AltProps {
  file: DraftFile;
  label: string;
  value: string;
  onChange: (alt: string) => void;
}

const Alt = ({ file, label, value, onChange }: AltProps) => {
  const picture = file.uploaded?.picture ? sourceFor(file.uploaded.picture, 320) : file.local;
  return (
    <div className={styles.alt}>
      {picture ? <img src={picture} alt="" /> : <span />}
      <TextField label={label} optional maxLength={500} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </div>
  );
};
