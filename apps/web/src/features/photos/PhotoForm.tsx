import type { OwnPhoto } from '@stagedoor/contract/photos';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RestoredNote } from '../../ui/forms/RestoredNote.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import { AudienceFields, TitleField } from '../items/composer/AudienceFields.tsx';
import { CategoryPicker } from '../items/composer/CategoryPicker.tsx';
import { ReviewNote } from '../items/composer/ReviewNote.tsx';
import { ParticipantPicker } from '../items/composer/ParticipantPicker.tsx';
import { useItemDraft } from '../items/composer/use-item-draft.ts';
import styles from './photos.module.css';

/** Changes the words, the audience and the price of a published photo. */
export const PhotoForm = ({ photo, onSaved }: { photo: OwnPhoto; onSaved: (saved: OwnPhoto) => Promise<void> }) => {
  const t = useText();
  const draft = useItemDraft('photo', photo);
  const change = useAction('PUT /performer/performer-assets/photos/{id}');
  const [description, setDescription] = useState(photo.description);
  const [alt, setAlt] = useState(photo.alt);
  const kept = useKeptState({
    draft: `photo.${photo._id}`,
    saved: { fields: draft.initial, description: photo.description, alt: photo.alt },
    value: { fields: draft.fields, description, alt },
    restore: (typed) => {
      draft.change(typed.fields);
      setDescription(typed.description);
      setAlt(typed.alt);
    },
    asks: false,
  });
  const { error } = change;
  const picture = photo.files[0]?.picture;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { title, audience, price, categoryIds, peopleShown, participantIds, producedOn } = draft.body;
    const body = { title, audience, price, categoryIds, peopleShown, participantIds, producedOn, description, alt };
    const saved = await change.run({ params: { id: photo._id }, body });
    if (!saved) return;
    kept.done();
    await onSaved(saved);
  };
  return (
    <form className={styles.stack} onSubmit={(event) => void submit(event)}>
      <RestoredNote isShown={kept.isRestored} onDiscard={kept.discard} />
      <ReviewNote own={photo} />
      {picture ? <img className={styles.still} src={sourceFor(picture, 640)} alt={alt} /> : null}
      <TitleField draft={draft} error={error} />
      <TextField
        label={t('photos.alt')}
        optional
        name="alt"
        maxLength={500}
        value={alt}
        error={error?.fields['alt']}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <TextArea
        label={t('videos.description')}
        optional
        name="description"
        rows={3}
        maxLength={5000}
        value={description}
        error={error?.fields['description']}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <AudienceFields draft={draft} error={error} />
      <CategoryPicker
        chosen={draft.fields.categoryIds ?? []}
        onChange={(categoryIds) => draft.change({ categoryIds })}
        error={error?.fields['categoryIds']}
      />
      <ParticipantPicker people={draft.fields} onChange={draft.change} error={error} />
      <FormError error={error} fields={['title', 'price', 'description', 'alt', 'categoryIds', 'peopleShown', 'participantIds']} />
      <div className={styles.end}>
        <Button kind="gold" size="lg" type="submit" busy={change.busy}>
          {t(photo.state === 'draft' && photo.rejection ? 'model.publish' : 'model.save')}
        </Button>
      </div>
    </form>
  );
};
