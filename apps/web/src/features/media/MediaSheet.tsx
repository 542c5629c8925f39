import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAction, useData } from '../../app/data.ts';
import { ownItemPage } from '../../app/item-page.ts';
import { Pending } from '../../app/Pending.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText, textKeyOf } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';
import { Captions } from './Captions.tsx';
import styles from './media.module.css';
import { LIBRARY } from './use-library.ts';

interface MediaSheetProps {
  id: string | null;
  onClose: () => void;
  onDelete: (id: string) => void;
}

/** One file of the library: preview, name, alternative text, and where it is used. */
export const MediaSheet = ({ id, onClose, onDelete }: MediaSheetProps) => {
  const t = useText();
  return (
    <Sheet opened={id !== null} onClose={onClose} title={t('media.file')} width={560}>
      {id ? <Content key={id} id={id} onClose={onClose} onDelete={onDelete} /> : null}
    </Sheet>
  );
};

const Content = ({ id, onClose, onDelete }: { id: string; onClose: () => void; onDelete: (id: string) => void }) => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const found = useData('GET /performer/media-libraries/{id}', { params: { id } });
  const save = useAction('PUT /performer/media-libraries/{id}');
  const item = found.data;
  if (!item)
    return (
      <Pending of={found}>
        <RowsSkeleton rows={3} square />
      </Pending>
    );
  return (
    <div className={styles.sheet}>
      {item.picture ? (
        <span className={styles.large}>
          <Picture picture={item.picture} alt={item.alt} sizes="520px" />
        </span>
      ) : null}
      <p className={classes(type.small, type.faint)}>
        {[t(`media.kind.${item.kind}`), format.bytes(item.bytes), format.date(item.createdAt, 'dayYear')].join(' · ')}
      </p>
      {item.state === 'failed' ? (
        <p className={classes(type.small, styles.bad)} role="alert">
          {t(textKeyOf(`errors.${item.failure ?? 'FILE_UNREADABLE'}`))}
        </p>
      ) : null}
      <SheetForm
        draft={`media.${id}`}
        action={save}
        submit={t('model.save')}
        send={({ text }) => save.run({ params: { id }, body: { name: text('name'), alt: text('alt') } })}
        onDone={() => {
          void client.invalidateQueries({ queryKey: LIBRARY });
          void client.invalidateQueries({ queryKey: ['GET /performer/media-libraries/{id}'] });
          toast(t('model.saved'), { tone: 'ok' });
          onClose();
        }}
      >
        <TextField label={t('media.name')} name="name" maxLength={120} defaultValue={item.name} />
        <TextArea label={t('media.alt')} name="alt" rows={2} maxLength={500} hint={t('media.altHint')} defaultValue={item.alt} />
      </SheetForm>
      {item.kind === 'video' ? <Captions item={item} onChange={() => void found.refetch()} /> : null}
      <section className={styles.uses} aria-label={t('media.uses')}>
        <h3 className={type.strong}>{t('media.uses')}</h3>
        {item.uses.length === 0 ? (
          <p className={classes(type.small, type.quiet)}>{t('media.noUses')}</p>
        ) : (
          <ul>
            {item.uses.map((use) => (
              <li key={use._id} className={styles.use}>
                <Link to={ownItemPage(use.kind, use._id) ?? '/model/dashboard'} className={classes(type.link, type.clip)}>
                  {use.title || t('model.untitled')}
                </Link>
                <Chip>{t(textKeyOf(`model.state.${use.state}`))}</Chip>
                {use.isBought ? <Chip tone="spot">{t('media.bought')}</Chip> : null}
              </li>
            ))}
          </ul>
        )}
      </section>
      <span>
        <Button kind="text" size="sm" onClick={() => onDelete(id)}>
          {t('media.delete')}
        </Button>
      </span>
    </div>
  );
};
