import type { Bell as Rung } from '@stagedoor/contract/notifications';
import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../app/data.ts';
import { useQueue } from '../../app/queue.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './notifications.module.css';

const BELL = 'GET /notifications/bells/{id}';
const KINDS = ['posts', 'live'] as const;

/** What of a performer the account is told: a menu of two switches, on the performer's profile. */
export const Bell = ({ performerId, name }: { performerId: string; name: string }) => {
  const t = useText();
  const client = useQueryClient();
  const input = { params: { id: performerId } };
  const { data } = useData(BELL, input);
  const set = useAction('PUT /notifications/bells/{id}');
  const enqueue = useQueue();
  const isOn = data?.posts === true || data?.live === true;
  const toggle = async (kind: (typeof KINDS)[number]) => {
    if (!data) return;
    const shown = client.getQueryData<Rung>([BELL, input]) ?? data;
    const wanted = !shown[kind];
    client.setQueryData<Rung>([BELL, input], { ...shown, [kind]: wanted });
    const { answer, isLast } = await enqueue(() => set.run({ ...input, body: { [kind]: wanted } }));
    if (answer && isLast) client.setQueryData([BELL, input], answer);
    if (answer) return;
    toast(t('notifications.bellFailed'), { tone: 'bad' });
    await client.invalidateQueries({ queryKey: [BELL, input] });
  };
  const icon = { size: 20, stroke: 1.75 } as const;
  return (
    <Menu
      position="bottom-start"
      groups={[
        {
          label: t('notifications.bellAbout', { name }),
          items: KINDS.map((kind) => ({
            key: kind,
            text: t(`notifications.bell.${kind}`),
            chosen: data?.[kind] === true,
            keepOpen: true,
            onSelect: () => void toggle(kind),
          })),
        },
      ]}
      target={
        <IconButton
          kind="soft"
          className={styles.bell}
          label={t(isOn ? 'notifications.bellOn' : 'notifications.bellOff', { name })}
          icon={isOn ? <IconBellFilled size={20} /> : <IconBell {...icon} />}
        />
      }
    />
  );
};
