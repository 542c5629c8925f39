import type { AdminItem } from '@stagedoor/contract/catalog';
import type { ItemState } from '@stagedoor/contract/items.values';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAction, useData, useListData } from '../../app/data.ts';
import { ActButton } from '../../features/admin/ActButton.tsx';
import { AudienceFact } from '../../features/admin/AudienceFact.tsx';
import { ItemRow } from '../../features/admin/ItemRow.tsx';
import { ListAndPane } from '../../features/admin/ListAndPane.tsx';
import { FactLine, Pane, PaneHead } from '../../features/admin/Pane.tsx';
import { ReasonField } from '../../features/admin/ReasonField.tsx';
import { ReviewQueue } from '../../features/admin/ReviewQueue.tsx';
import { ShownContents } from '../../features/admin/ShownContents.tsx';
import { QUEUE_LENGTH } from '../../features/admin/use-applications.ts';
import { useWhat } from '../../features/admin/use-what.ts';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../ui/admin/list-and-pane.module.css';
import { Button } from '../../ui/Button.tsx';
import { Chip, FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/table/column.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

const KEY = 'GET /admin/content';
const STATES = ['active', 'processing', 'scheduled', 'taken-down'] as const satisfies readonly ItemState[];

/** What is published, and what waits for its approval. */
const Content = () => {
  const t = useText();
  const { get } = useListSearch();
  const isQueue = get('queue') === 'review';
  const waiting = useData('GET /admin/reviews', { query: { limit: 1 } }, { refetchInterval: 30_000 }).data?.total ?? 0;
  const tabs = (
    <div className={styles.queues}>
      <Tabs
        size="sm"
        label={t('content.title')}
        tabs={[
          { to: '/admin/content', text: t('content.listed'), on: !isQueue },
          { to: '/admin/content?queue=review', text: t('model.state.review'), on: isQueue, ...(waiting > 0 ? { count: waiting } : {}) },
        ]}
      />
    </div>
  );
  return isQueue ? <ReviewQueue tabs={tabs} /> : <Published tabs={tabs} />;
};

/** What was published: found by words and state; taken down, shown again, featured. */
const Published = ({ tabs }: { tabs: ReactNode }) => {
  const t = useText();
  const { get, offset, change } = useListSearch();
  const q = get('q') ?? '';
  const state = STATES.find((one) => one === get('state'));
  const items = useListData(KEY, { query: { limit: QUEUE_LENGTH, offset, ...(q ? { q } : {}), ...(state ? { state } : {}) } });
  const columns: readonly Column<AdminItem>[] = [
    {
      key: 'what',
      narrow: 'main',
      title: t('content.what'),
      cell: (row) => <ItemRow item={row} />,
    },
    { key: 'state', narrow: 'end', title: t('content.state'), cell: (row) => <StateChip state={row.state} /> },
    { key: 'since', number: true, title: t('content.added'), cell: (row) => <TimeAgo instant={row.createdAt} /> },
  ];
  return (
    <ListAndPane
      title={t('content.title')}
      head={<ListSearch label={t('content.search')} />}
      tools={
        <>
          {tabs}
          <div className={classes(styles.filters, styles.below)}>
            <FilterChip on={!state} onClick={() => change({ state: null, id: null, offset: null })}>
              {t('content.every')}
            </FilterChip>
            {STATES.map((one) => (
              <FilterChip key={one} on={state === one} onClick={() => change({ state: one, id: null, offset: null })}>
                {t(`model.state.${one}`)}
              </FilterChip>
            ))}
          </div>
        </>
      }
      list={items}
      limit={QUEUE_LENGTH}
      columns={columns}
      empty={{ title: t('content.none'), text: t('content.noneText') }}
      pane={({ row, onBack }) => (row ? <Item key={`${row._id} ${row.state} ${row.place}`} item={row} onBack={onBack} /> : null)}
    />
  );
};

const StateChip = ({ state }: { state: ItemState }) => {
  const t = useText();
  if (state === 'deleted') return null;
  return <Chip tone={state === 'active' ? 'ok' : state === 'taken-down' ? 'bad' : 'plain'}>{t(`model.state.${state}`)}</Chip>;
};

const Item = ({ item, onBack }: { item: AdminItem; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const feature = useAction('PUT /admin/content/{id}/featured');
  const [note, setNote] = useState('');
  const params = { id: item._id };
  const name = item.title || t(`reports.kind.${item.kind}`);
  const isDown = item.state === 'taken-down';
  const shown = useData('GET /admin/content/{id}', { params });
  const done = (text: string) => {
    toast(text, { tone: 'ok' });
    onBack();
    void client.invalidateQueries({ queryKey: [KEY] });
  };
  const named = { what: useWhat()(item), name: item.performer.name };
  const onFeature = async () => {
    const place = item.place === null ? 1 : null;
    if (await feature.run({ params, body: { place } })) done(t(place === null ? 'content.unpinned' : 'content.pinned'));
  };
  return (
    <Pane
      label={name}
      onBack={onBack}
      foot={
        isDown ? (
          <ActButton
            write="POST /admin/content/{id}/restore"
            input={{ params }}
            label={t('content.restore')}
            title={t('acts.showAgainTitle')}
            text={t('acts.showAgainText', named)}
            tone="gold"
            onDone={() => done(t('content.restored'))}
          />
        ) : (
          <>
            <FormError error={feature.error} fields={[]} />
            <div className={styles.act}>
              <ActButton
                kind="bad"
                grow
                write="POST /admin/content/{id}/take-down"
                input={{ params, body: { note } }}
                label={t('content.takeDown')}
                title={t('acts.takeDownTitle')}
                text={t('acts.takeDownText', named)}
                fields={['note']}
                onDone={() => done(t('content.takenDown'))}
              >
                {(error) => <ReasonField label={t('content.note')} value={note} error={error} onChange={setNote} />}
              </ActButton>
              {item.state === 'active' && item.path ? (
                <Button kind="outline" busy={feature.busy} onClick={() => void onFeature()}>
                  {t(item.place === null ? 'content.pin' : 'content.unpin')}
                </Button>
              ) : null}
            </div>
          </>
        )
      }
    >
      <PaneHead
        title={name}
        line={`${t(`reports.kind.${item.kind}`)} · ${item.performer.name} · ${format.date(item.createdAt, 'dayTime')}`}
      >
        <StateChip state={item.state} />
      </PaneHead>
      <ShownContents query={shown} contents={shown.data} name={name} by={item.performer.name} />
      <div className={styles.facts}>
        {shown.data ? <AudienceFact item={shown.data} /> : null}
        <FactLine label={t('content.reports')}>{format.count(item.openReports)}</FactLine>
      </div>
      {item.path && item.state === 'active' ? (
        <div className={styles.filters}>
          <Button kind="lift" size="sm" to={item.path}>
            {t('reports.open')}
          </Button>
        </div>
      ) : null}
    </Pane>
  );
};

export default Content;
