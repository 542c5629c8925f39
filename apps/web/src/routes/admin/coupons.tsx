import type { Coupon } from '@stagedoor/contract/coupons';
import { IconPlus } from '@tabler/icons-react';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { ListPages } from '../../features/lists/ListPages.tsx';
import { ListRows } from '../../features/lists/ListRows.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { CouponForm } from '../../features/admin/coupons/CouponForm.tsx';
import { useCouponColumns } from '../../features/admin/coupons/use-coupon-columns.tsx';
import { COUPONS_ON_PAGE, useCoupons } from '../../features/admin/coupons/use-coupons.ts';
import styles from '../../ui/admin/offers.module.css';
import orders from '../../features/orders/orders.module.css';
import site from '../../ui/admin/editor.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { EditSheet, useEditSheet } from '../../ui/EditSheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The site's coupons: discount, number of uses, and total discount. */
const CouponsAdmin = () => {
  const t = useText();
  const { offset, change } = useListSearch();
  const columns = useCouponColumns();
  const { q, coupons, isBehind, reload } = useCoupons();
  const sheet = useEditSheet<Coupon>();
  const create = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => sheet.edit(null)}>
      {t('coupons.new')}
    </Button>
  );
  const { data } = coupons;
  return (
    <Page width="wide">
      <PageTitle title={t('shop.coupons')} />
      <header className={site.head}>
        <h1 className={classes(type.display, type.s46)}>{t('shop.coupons')}</h1>
        {data?.total === 0 && q === '' ? null : create}
      </header>
      <p className={site.lead}>{t('coupons.lead')}</p>
      <div className={styles.tools}>
        <ListSearch label={t('coupons.search')} />
      </div>
      {!data || isBehind ? (
        <Pending of={coupons}>
          <RowsSkeleton rows={5} square />
        </Pending>
      ) : data.data.length === 0 ? (
        <Empty title={t('coupons.none')} text={t('coupons.noneText')} action={q === '' ? create : undefined} />
      ) : (
        <>
          <ListRows of={coupons}>
            <Card pad="none" className={orders.table}>
              <Table caption={t('shop.coupons')} columns={columns} rows={data.data} rowKey={(row) => row._id} onSelect={sheet.edit} />
            </Card>
          </ListRows>
          <ListPages offset={offset} limit={COUPONS_ON_PAGE} list={data} onPage={(next) => change({ offset: String(next) })} />
        </>
      )}
      <EditSheet
        sheet={sheet}
        titles={{ create: t('coupons.new'), edit: t('coupons.edit') }}
        width={600}
        saved={t('coupons.saved')}
        reload={reload}
        form={(coupon, onSaved) => <CouponForm coupon={coupon} onSaved={onSaved} />}
      />
    </Page>
  );
};

export default CouponsAdmin;
