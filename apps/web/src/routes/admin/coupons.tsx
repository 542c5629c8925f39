import type { Coupon } from '@stagedoor/contract/coupons';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useListData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useSiteTime } from '../../app/site-time.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { ListPages } from '../../features/lists/ListPages.tsx';
import { ListRows } from '../../features/lists/ListRows.tsx';
import { useLastPage, useListSearch } from '../../features/lists/use-list-search.ts';
import { CouponForm } from '../../features/admin/coupons/CouponForm.tsx';
import styles from '../../ui/admin/offers.module.css';
import orders from '../../features/orders/orders.module.css';
import site from '../../ui/admin/editor.module.css';
import { Amount } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, type ChipTone } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/table/column.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const PAGE_SIZE = 25;

type State = 'on' | 'off' | 'later' | 'over' | 'usedUp';
const TONES: Record<State, ChipTone> = { on: 'ok', off: 'plain', later: 'warn', over: 'plain', usedUp: 'plain' };

const stateOf = ({ active, startsAt, endsAt, usesMaximum, useCount }: Coupon, now: number): State =>
  !active
    ? 'off'
    : endsAt !== null && new Date(endsAt).getTime() <= now
      ? 'over'
      : usesMaximum !== null && useCount >= usesMaximum
        ? 'usedUp'
        : startsAt !== null && new Date(startsAt).getTime() > now
          ? 'later'
          : 'on';

/** The site's coupons: discount, number of uses, and total discount. */
const CouponsAdmin = () => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const { get, offset, change } = useListSearch();
  const q = get('q') ?? '';
  const now = useSiteTime();
  const coupons = useListData('GET /admin/coupons', { query: { limit: PAGE_SIZE, offset, ...(q ? { q } : {}) } });
  // Kept while the sheet closes; each opening starts fresh.
  const [edited, setEdited] = useState<{ coupon: Coupon | null; edition: number } | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const edit = (coupon: Coupon | null) => {
    setEdited((before) => ({ coupon, edition: (before?.edition ?? 0) + 1 }));
    setIsEditing(true);
  };
  const period = ({ startsAt, endsAt }: Coupon): string =>
    startsAt || endsAt
      ? t('coupons.fromTo', { from: startsAt ? format.date(startsAt, 'day') : '…', until: endsAt ? format.date(endsAt, 'dayYear') : '…' })
      : t('coupons.always');
  const columns: readonly Column<Coupon>[] = [
    {
      key: 'code',
      narrow: 'main',
      title: t('coupons.code'),
      cell: (row) => (
        <span className={styles.words}>
          <span className={styles.code}>{row.code}</span>
          {row.name ? <span className={classes(type.tiny, type.faint)}>{row.name}</span> : null}
        </span>
      ),
    },
    {
      key: 'off',
      narrow: 'end',
      number: true,
      title: t('coupons.off'),
      cell: (row) =>
        row.percent === null ? <Amount tokens={row.amount ?? 0} /> : <span className={type.num}>{format.percent(row.percent)}</span>,
    },
    {
      key: 'kinds',
      wrap: true,
      title: t('coupons.kinds'),
      cell: (row) => row.itemKinds.map((kind) => t(`coupons.kind.${kind}`)).join(', '),
    },
    { key: 'period', title: t('coupons.period'), cell: period },
    {
      key: 'state',
      title: t('coupons.state'),
      cell: (row) => {
        const state = stateOf(row, now);
        return <Chip tone={TONES[state]}>{t(`coupons.state.${state}`)}</Chip>;
      },
    },
    {
      key: 'uses',
      number: true,
      title: t('coupons.uses'),
      cell: (row) =>
        row.usesMaximum === null
          ? format.count(row.useCount)
          : t('coupons.usesOf', { uses: format.count(row.useCount), most: format.count(row.usesMaximum) }),
    },
    { key: 'discounted', number: true, title: t('coupons.discounted'), cell: (row) => <Amount tokens={row.discounted} /> },
  ];
  const create = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => edit(null)}>
      {t('coupons.new')}
    </Button>
  );
  const { data } = coupons;
  const isBehind = useLastPage(data, PAGE_SIZE);
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
              <Table caption={t('shop.coupons')} columns={columns} rows={data.data} rowKey={(row) => row._id} onSelect={edit} />
            </Card>
          </ListRows>
          <ListPages offset={offset} limit={PAGE_SIZE} list={data} onPage={(next) => change({ offset: String(next) })} />
        </>
      )}
      <Sheet opened={isEditing} onClose={() => setIsEditing(false)} title={t(edited?.coupon ? 'coupons.edit' : 'coupons.new')} width={600}>
        {edited ? (
          <CouponForm
            key={edited.edition}
            coupon={edited.coupon}
            onSaved={async () => {
              setIsEditing(false);
              toast(t('coupons.saved'), { tone: 'ok' });
              await client.invalidateQueries({ queryKey: ['GET /admin/coupons'] });
            }}
          />
        ) : null}
      </Sheet>
    </Page>
  );
};

export default CouponsAdmin;
