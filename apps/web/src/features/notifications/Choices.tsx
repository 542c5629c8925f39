import type { NotificationChannel } from '@stagedoor/contract/notifications.values';
import { NOTIFICATION_CHANNELS } from '@stagedoor/contract/notifications.values';
import { IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../app/data.ts';
import { useQueue } from '../../app/queue.ts';
import { Pending } from '../../app/Pending.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './choices.module.css';

const CHOICES = 'GET /notifications/choices';

/** Which kinds reach the account by which channel; each press applies at once. */
export const Choices = () => {
  const t = useText();
  const client = useQueryClient();
  const list = useData(CHOICES, {});
  const choose = useAction('PUT /notifications/choices');
  const enqueue = useQueue();
  if (!list.data)
    return (
      <Pending of={list}>
        <RowsSkeleton rows={6} size={24} square />
      </Pending>
    );
  const { choices } = list.data;
  const set = async (kind: (typeof choices)[number]['kind'], channel: NotificationChannel, isOn: boolean) => {
    client.setQueryData<NonNullable<typeof list.data>>(
      [CHOICES, {}],
      (shown) => shown && { choices: shown.choices.map((one) => (one.kind === kind ? { ...one, [channel]: isOn } : one)) },
    );
    const { answer, isLast } = await enqueue(() => choose.run({ body: { kind, channel, isOn } }));
    if (!answer) await list.refetch();
    else if (isLast) client.setQueryData([CHOICES, {}], answer);
  };
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className={type.hidden}>{t('notifications.kindHead')}</span>
            </th>
            {NOTIFICATION_CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {t(`notifications.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {choices.map(({ kind, fixed, ...on }) => (
            <tr key={kind}>
              <th scope="row">
                {t(`notifications.kind.${kind}`)}
                {fixed.length > 0 ? (
                  <small>{t(fixed.length === NOTIFICATION_CHANNELS.length ? 'notifications.always' : 'notifications.mailAlways')}</small>
                ) : null}
              </th>
              {NOTIFICATION_CHANNELS.map((channel) => (
                <td key={channel}>
                  {fixed.includes(channel) ? (
                    <span className={styles.fixed}>
                      <IconLock size={16} stroke={1.75} aria-hidden="true" />
                      <span className={type.hidden}>{t('notifications.always')}</span>
                    </span>
                  ) : (
                    <label className={styles.cell}>
                      <input
                        type="checkbox"
                        checked={on[channel]}
                        aria-label={t('notifications.byChannel', {
                          kind: t(`notifications.kind.${kind}`),
                          channel: t(`notifications.channel.${channel}`),
                        })}
                        onChange={(event) => void set(kind, channel, event.currentTarget.checked)}
                      />
                    </label>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <FormError error={choose.error} fields={[]} />
    </>
  );
};
