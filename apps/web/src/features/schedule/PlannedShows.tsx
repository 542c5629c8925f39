import type { PlannedShow } from '@stagedoor/contract/schedule';
import { MAX_PLANNED } from '@stagedoor/contract/schedule.values';
import { IconBell, IconCalendarPlus, IconPencil, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from './schedule.module.css';

const PlanSheet = lazy(() => import('./PlanSheet.tsx'));

/** A performer's coming shows in the studio: planned, changed and cancelled here. */
export const PlannedShows = () => {
  const t = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const plans = useData('GET /streaming/schedule', { query: { performer: user._id, limit: MAX_PLANNED } });
  const { data, refetch } = plans;
  /** What the sheet is about: a new show, or one of these. */
  const [edited, setEdited] = useState<PlannedShow | 'new' | null>(null);
  const [dropped, setDropped] = useState<PlannedShow | null>(null);
  return (
    <Card className={styles.plans}>
      <div className={styles.head}>
        <h2 className={type.heading}>{t('schedule.plans')}</h2>
        <Button
          kind="lift"
          size="sm"
          icon={<IconCalendarPlus size={18} stroke={1.75} />}
          disabled={(data?.total ?? 0) >= MAX_PLANNED}
          onClick={() => setEdited('new')}
        >
          {t('schedule.plan')}
        </Button>
      </div>
      {!data ? (
        <Pending of={plans}>
          <RowsSkeleton rows={2} />
        </Pending>
      ) : data.data.length === 0 ? (
        <p className={classes(type.small, type.quiet)}>{t('schedule.nothing')}</p>
      ) : (
        <ul className={styles.rows}>
          {data.data.map((show) => (
            <li key={show._id} className={styles.row}>
              <span className={styles.words}>
                <b className={styles.title}>
                  <bdi>{show.title}</bdi>
                </b>
                <span className={classes(type.small, type.quiet)}>{format.date(show.startsAt, 'dayTime')}</span>
                <span className={styles.facts}>
                  {show.audience === 'everyone' ? null : <Chip size="sm">{t(`schedule.for.${show.audience}`)}</Chip>}
                  {show.category ? (
                    <Chip size="sm">
                      <bdi>{show.category.name}</bdi>
                    </Chip>
                  ) : null}
                  {show.reminders ? (
                    <Chip size="sm" icon={<IconBell size={14} stroke={1.75} aria-hidden="true" />}>
                      {t('schedule.reminded', { count: show.reminders })}
                    </Chip>
                  ) : null}
                </span>
              </span>
              <span className={styles.acts}>
                <IconButton
                  label={t('schedule.editOne', { title: show.title })}
                  icon={<IconPencil size={20} stroke={1.75} />}
                  onClick={() => setEdited(show)}
                />
                <IconButton
                  label={t('schedule.cancelOne', { title: show.title })}
                  icon={<IconX size={20} stroke={1.75} />}
                  onClick={() => setDropped(show)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {edited ? (
        <Suspense>
          <PlanSheet
            show={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
            onSaved={() => {
              setEdited(null);
              toast(t('schedule.saved'), { tone: 'ok' });
              void refetch();
            }}
          />
        </Suspense>
      ) : null}
      {dropped ? (
        <CancelSheet
          show={dropped}
          onClose={() => setDropped(null)}
          onCancelled={() => {
            setDropped(null);
            void refetch();
          }}
        />
      ) : null}
    </Card>
  );
};

const CancelSheet = ({ show, onClose, onCancelled }: { show: PlannedShow; onClose: () => void; onCancelled: () => void }) => {
  const t = useText();
  const cancel = useAction('DELETE /performer/schedule/{id}');
  const press = async () => {
    if (await cancel.run({ params: { id: show._id } })) onCancelled();
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={cancel.busy}
      title={t('schedule.cancelTitle')}
      width={420}
      foot={
        <Button kind="live" size="lg" wide busy={cancel.busy} onClick={() => void press()}>
          {t('schedule.cancel')}
        </Button>
      }
    >
      <div className={styles.fields}>
        <p className={type.quiet}>{t('schedule.cancelText', { title: show.title })}</p>
        <FormError error={cancel.error} fields={[]} />
      </div>
    </Sheet>
  );
};
