import type { BulkAct } from '@stagedoor/contract/bulk-acts';
import { type AdminList, BULK_ACT_RULES } from '@stagedoor/contract/bulk-acts.values';
import { useQueryClient } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { BulkFailures } from './BulkFailures.tsx';
import styles from './bulk.module.css';
import { dismissedActs, keepDismissed } from './dismissed-acts.ts';
import { useStartQuestion } from './use-start-question.tsx';

const POLL_MS = 1000;
/** An act that ended is shown so long, unless it is dismissed. */
const SHOWN_MS = 600_000;
/** So many recent acts are looked through. */
const RECENT = 5;

const Strip = ({ act, onDismiss }: { act: BulkAct; onDismiss: () => void }) => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const stop = useAction('POST /admin/bulk-acts/{id}/stop');
  const undo = useAction('POST /admin/bulk-acts/{id}/undo');
  const { ask, question } = useStartQuestion(() => undefined);
  const params = { id: act._id };
  const followed = useData(
    'GET /admin/bulk-acts/{id}',
    { params },
    { refetchInterval: ({ state }) => (state.data?.endedAt ? false : POLL_MS) },
  ).data;
  const now = followed ?? act;
  const isOver = now.endedAt !== null;
  // Refetches the rows, the open pane and the queues' numbers.
  const refresh = useEffectEvent(() => void client.invalidateQueries());
  const hasJustEnded = isOver && act.endedAt === null;
  useEffect(() => {
    if (hasJustEnded) refresh();
  }, [hasJustEnded]);
  const saying = (error: { message: string } | null) => {
    if (error) toast(error.message, { tone: 'bad', stays: 5000 });
  };
  const onStop = async () => {
    await stop.run({ params });
    saying(stop.refusal());
    void client.invalidateQueries({ queryKey: ['GET /admin/bulk-acts/{id}', { params }] });
  };
  const onUndo = async () => {
    const prepared = await undo.run({ params });
    if (prepared) ask(prepared);
    else saying(undo.refusal());
  };
  const label = t(`bulk.${now.act}.state`, { count: now.rows, number: format.count(now.rows) });
  const figures = { done: format.count(now.done), rows: format.count(now.rows) };
  return (
    <div className={styles.strip}>
      <span className={styles.words}>
        <span className={type.strong}>{label}</span>
        <span className={classes(type.tiny, type.quiet)} role={isOver ? 'status' : undefined}>
          {t(now.state === 'stopped' ? 'bulk.stopped' : isOver ? 'bulk.done' : 'bulk.running', figures)}
          {' · '}
          {t('bulk.by', { name: now.by.name })}
        </span>
      </span>
      {isOver ? null : <progress className={styles.meter} aria-label={label} value={now.done + now.failed} max={now.rows} />}
      <span className={styles.stripActs}>
        {now.failed > 0 && followed ? <BulkFailures act={followed} /> : null}
        {isOver ? null : (
          <Button kind="outline" size="sm" busy={stop.busy} onClick={() => void onStop()}>
            {t('bulk.stop')}
          </Button>
        )}
        {now.isUndoable ? (
          <Button kind="outline" size="sm" busy={undo.busy} onClick={() => void onUndo()}>
            {t('bulk.undo')}
          </Button>
        ) : null}
        {isOver ? <IconButton size="sm" label={t('bulk.dismiss')} icon={<IconX size={20} stroke={1.75} />} onClick={onDismiss} /> : null}
      </span>
      {question}
    </div>
  );
};

/** Acts on many rows of a list that run, or ended a short while ago. They go on without the page, which finds them again. */
export const BulkProgress = ({ list }: { list: AdminList }) => {
  const t = useText();
  const acts = useData('GET /admin/bulk-acts', { query: { limit: RECENT } }).data?.data ?? [];
  const [dismissed, setDismissed] = useState(dismissedActs);
  const [openedAt] = useState(() => Date.now());
  const shown = acts.filter(
    ({ _id, act, endedAt }) =>
      BULK_ACT_RULES[act].list === list &&
      !dismissed.includes(_id) &&
      // The act that takes it back is shown in its place.
      !acts.some(({ undoes }) => undoes === _id) &&
      (endedAt === null || openedAt - new Date(endedAt).getTime() < SHOWN_MS),
  );
  if (shown.length === 0) return null;
  return (
    <section className={styles.strips} aria-label={t('bulk.progress')}>
      {shown.map((act) => (
        <Strip key={act._id} act={act} onDismiss={() => setDismissed(keepDismissed(act._id))} />
      ))}
    </section>
  );
};
