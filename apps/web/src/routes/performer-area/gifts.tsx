import type { OwnGift } from '@stagedoor/contract/gifts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from '../../features/gifts/gifts.module.css';
import { OwnGiftForm } from '../../features/gifts/OwnGiftForm.tsx';
import { OwnGiftTile } from '../../features/gifts/OwnGiftTile.tsx';
import { RemoveGiftSheet } from '../../features/gifts/RemoveGiftSheet.tsx';
import { useOwnGifts } from '../../features/gifts/use-own-gifts.ts';
import account from '../../features/performer-area/account/account.module.css';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { EditSheet, useEditSheet } from '../../ui/EditSheet.tsx';
import { TilesSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** A performer's own gifts, in their order: price and revenue. */
const OwnGifts = () => {
  const t = useText();
  const { gifts, list, order, reload, onMove } = useOwnGifts();
  const sheet = useEditSheet<OwnGift>();
  const [going, setGoing] = useState<OwnGift | null>(null);
  const make = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => sheet.edit(null)}>
      {t('gifts.new')}
    </Button>
  );
  return (
    <Page width="wide">
      <PageTitle title={t('gifts.mine')} />
      <header className={account.head}>
        <h1 className={classes(type.display, type.s46)}>{t('gifts.mine')}</h1>
        {list && list.length > 0 ? make : null}
      </header>
      <p className={classes(type.quiet, account.lead)}>{t('gifts.mineText')}</p>
      {!list ? (
        <Pending of={gifts}>
          <TilesSkeleton tiles={4} height={212} />
        </Pending>
      ) : list.length === 0 ? (
        <Empty title={t('gifts.mineNone')} text={t('gifts.mineNoneText')} action={make} />
      ) : (
        <ul className={styles.grid}>
          {list.map((gift, at) => (
            <OwnGiftTile
              key={gift._id}
              gift={gift}
              onEdit={() => sheet.edit(gift)}
              {...(at > 0 ? { onUp: () => void onMove(gift, -1) } : {})}
              {...(at < list.length - 1 ? { onDown: () => void onMove(gift, 1) } : {})}
              onRemove={() => setGoing(gift)}
            />
          ))}
        </ul>
      )}
      <FormError error={order.error} fields={[]} />
      <EditSheet
        sheet={sheet}
        titles={{ create: t('gifts.new'), edit: t('gifts.edit') }}
        saved={t('gifts.saved')}
        reload={reload}
        form={(gift, onSaved) => <OwnGiftForm gift={gift} onSaved={onSaved} />}
      />
      <RemoveGiftSheet gift={going} onClose={() => setGoing(null)} onRemoved={reload} />
    </Page>
  );
};

export default OwnGifts;
