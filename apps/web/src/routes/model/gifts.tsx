import type { OwnGift } from '@stagedoor/contract/gifts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from '../../features/gifts/gifts.module.css';
import { OwnGiftForm } from '../../features/gifts/OwnGiftForm.tsx';
import model from '../../features/model/model.module.css';
import { Amount, Worth } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TilesSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

/** A performer's own gifts: price and revenue. */
const ModelGifts = () => {
  const t = useText();
  const client = useQueryClient();
  const gifts = useData('GET /gift/search', {});
  const remove = useAction('DELETE /gift/{id}');
  const [edition, setEdition] = useState(0);
  const [isMaking, setMaking] = useState(false);
  const [going, setGoing] = useState<OwnGift | null>(null);
  const list = gifts.data?.data;
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['GET /gift/search'] });
    await client.invalidateQueries({ queryKey: ['GET /gift/performers/{id}'] });
  };
  const make = (
    <Button
      kind="gold"
      icon={<IconPlus size={20} stroke={1.75} />}
      onClick={() => {
        setEdition(edition + 1);
        setMaking(true);
      }}
    >
      {t('gifts.new')}
    </Button>
  );
  const onRemove = async () => {
    if (!going || !(await remove.run({ params: { id: going._id } }))) return;
    setGoing(null);
    toast(t('gifts.removed'), { tone: 'ok' });
    await reload();
  };
  return (
    <Page width="wide">
      <PageTitle title={t('gifts.mine')} />
      <header className={model.head}>
        <h1 className={classes(type.display, type.s46)}>{t('gifts.mine')}</h1>
        {list && list.length > 0 ? make : null}
      </header>
      <p className={classes(type.quiet, model.lead)}>{t('gifts.mineText')}</p>
      {!list ? (
        <Pending of={gifts}>
          <TilesSkeleton tiles={4} height={212} />
        </Pending>
      ) : list.length === 0 ? (
        <Empty title={t('gifts.mineNone')} text={t('gifts.mineNoneText')} action={make} />
      ) : (
        <ul className={styles.grid}>
          {list.map((gift) => (
            <GiftTile key={gift._id} gift={gift} onRemove={() => setGoing(gift)} />
          ))}
        </ul>
      )}
      <Sheet opened={isMaking} onClose={() => setMaking(false)} title={t('gifts.new')}>
        <OwnGiftForm
          key={edition}
          onSaved={async () => {
            setMaking(false);
            toast(t('gifts.saved'), { tone: 'ok' });
            await reload();
          }}
        />
      </Sheet>
      <Sheet opened={going !== null} onClose={() => setGoing(null)} title={t('gifts.removeTitle')} width={420}>
        <p className={type.quiet}>{t('gifts.removeText')}</p>
        <FormError error={remove.error} fields={[]} />
        <div className={styles.acts}>
          <Button kind="outline" grow onClick={() => setGoing(null)}>
            {t('ui.cancel')}
          </Button>
          <Button kind="bad" grow busy={remove.busy} onClick={() => void onRemove()}>
            {t('gifts.remove')}
          </Button>
        </div>
      </Sheet>
    </Page>
  );
};

const GiftTile = ({ gift, onRemove }: { gift: OwnGift; onRemove: () => void }) => {
  const t = useText();
  const format = useFormat();
  return (
    <li className={styles.tile}>
      <img className={styles.tilePicture} src={gift.image} alt="" width={96} height={96} />
      <span className={styles.tileName}>{gift.name}</span>
      <Amount tokens={gift.price} className={styles.tilePrice} />
      <span className={classes(type.tiny, type.faint)}>
        <Worth tokens={gift.price} />
      </span>
      <span className={classes(type.tiny, type.quiet)}>{t('gifts.given', { count: gift.given, number: format.count(gift.given) })}</span>
      <IconButton
        className={styles.tileAct}
        size="sm"
        label={`${t('gifts.remove')}: ${gift.name}`}
        icon={<IconTrash size={20} stroke={1.75} />}
        onClick={onRemove}
      />
    </li>
  );
};

export default ModelGifts;
