import { isolated } from '@stagedoor/contract/visible-text.values';
import type { AdminItem } from '@stagedoor/contract/catalog';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { ActButton } from '../frame/ActButton.tsx';
import { AudienceFact } from './AudienceFact.tsx';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import { ReasonField } from '../frame/ReasonField.tsx';
import { ShownContents } from './ShownContents.tsx';
import { useWhat } from '../frame/use-what.ts';
import { ItemStateChip } from './ItemStateChip.tsx';

/** The calls of the list and of the queue of reviews. */
const LIST = 'GET /admin/content';

/** One item, with what it shows; taken down, shown again, featured. */
export const ItemPane = ({ item, onBack }: { item: AdminItem; onBack: () => void }) => {
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
    void client.invalidateQueries({ queryKey: [LIST] });
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
        line={`${t(`reports.kind.${item.kind}`)} · ${isolated(item.performer.name)} · ${format.date(item.createdAt, 'dayTime')}`}
      >
        <ItemStateChip state={item.state} />
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
