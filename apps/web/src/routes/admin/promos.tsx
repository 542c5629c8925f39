import type { AdminPromo } from '@stagedoor/contract/admin-site';
import { IconPlus } from '@tabler/icons-react';
import { Pending } from '../../app/Pending.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { EditSheet, useEditSheet } from '../../ui/EditSheet.tsx';
import { PromoForm } from '../../features/admin/promos/PromoForm.tsx';
import { PromoRow } from '../../features/admin/promos/PromoRow.tsx';
import { usePromos } from '../../features/admin/promos/use-promos.ts';
import styles from '../../ui/admin/editor.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The site's promos: order, audience, period. */
const PromosAdmin = () => {
  const t = useText();
  const { promos, list, order, reload, move, onDeleted } = usePromos();
  const sheet = useEditSheet<AdminPromo>();
  const create = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => sheet.edit(null)}>
      {t('sitePromos.new')}
    </Button>
  );
  return (
    <Page width="wide">
      <PageTitle title={t('sitePromos.title')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('sitePromos.title')}</h1>
        {list?.length === 0 ? null : create}
      </header>
      <p className={styles.lead}>{t('sitePromos.lead')}</p>
      <FormError error={order.error} fields={[]} />
      {!list ? (
        <Pending of={promos}>
          <RowsSkeleton rows={3} square size={72} />
        </Pending>
      ) : list.length === 0 ? (
        <Empty title={t('sitePromos.none')} text={t('sitePromos.noneText')} action={create} />
      ) : (
        <Card pad="lg">
          <ol className={styles.entries}>
            {list.map((promo, index) => (
              <PromoRow
                key={promo._id}
                promo={promo}
                isFirst={index === 0}
                isLast={index === list.length - 1}
                isMoving={order.busy}
                onMove={(step) => void move(index, step)}
                onEdit={() => sheet.edit(promo)}
                onDeleted={onDeleted}
              />
            ))}
          </ol>
        </Card>
      )}
      <EditSheet
        sheet={sheet}
        titles={{ create: t('sitePromos.new'), edit: t('sitePromos.edit') }}
        width={600}
        saved={t('sitePromos.saved')}
        reload={reload}
        form={(promo, onSaved) => <PromoForm promo={promo} onSaved={onSaved} />}
      />
    </Page>
  );
};

export default PromosAdmin;
