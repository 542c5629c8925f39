import type { PrivateConversation } from '@stagedoor/contract/conversations';
import { IconArrowLeft, IconDots, IconNotes, IconPin, IconPinnedOff, IconTrash, IconUser } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { performerPageOf } from '@stagedoor/contract/live-state.values';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useAction } from '../../app/data.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useStageWords } from '../../ui/stage-words.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { FanSheet } from './FanSheet.tsx';
import styles from './messages.module.css';
import { queryWith } from './use-list-words.ts';

/** The name of the other side; a performer's leads to their show or profile. */
const PeerName = ({ peer }: Pick<PrivateConversation, 'peer'>) =>
  peer.isPerformer ? (
    <Link className={styles.peerLink} to={performerPageOf(peer)}>
      <bdi className={type.clip}>{peer.name}</bdi>
      {peer.isVerified ? <Verified /> : null}
    </Link>
  ) : (
    <span className={styles.peerLink}>
      <bdi className={type.clip}>{peer.name}</bdi>
    </span>
  );

/** The other side, and what can be done with the conversation. */
export const ThreadHead = ({ conversation }: { conversation: PrivateConversation }) => {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { _id, peer, isPinned, fan } = conversation;
  const pin = useAction('POST /conversations/pin-to-top/{id}');
  const unpin = useAction('POST /conversations/unpin-to-top/{id}');
  const removeAll = useAction('DELETE /messages/{id}/remove-all-message');
  const [sheet, setSheet] = useState<'fan' | 'remove' | null>(null);
  const reread = () => {
    void client.invalidateQueries({ queryKey: ['GET /conversations'] });
    void client.invalidateQueries({ queryKey: ['GET /conversations/{id}'] });
  };
  const togglePin = async () => {
    const answer = await (isPinned ? unpin : pin).run({ params: { id: _id } });
    if (answer) reread();
  };
  useEffect(() => {
    if (pin.error) toast(pin.error.message, { tone: 'bad', stays: 5000 });
  }, [pin.error]);
  const clear = async () => {
    if (!(await removeAll.run({ params: { id: _id } }))) return;
    setSheet(null);
    toast(t('messages.removed'), { tone: 'ok' });
    reread();
    await navigate('/messages', { replace: true });
  };
  const icon = { size: 20, stroke: 1.75 } as const;
  const { away } = useStageWords()(peer.live);
  const status = peer.isLive ? t('messages.live') : away ? away : peer.isOnline ? t('messages.online') : null;
  return (
    <header className={styles.threadHead}>
      <IconButton
        className={styles.back}
        to={`/messages${queryWith(search, { message: null })}`}
        label={t('shell.back')}
        icon={<IconArrowLeft {...icon} />}
      />
      <Avatar src={peer.avatar} size={44} online={peer.isOnline} live={peer.isLive} edge="house" />
      <div className={styles.peer}>
        <PeerName peer={peer} />
        {status ? <div className={classes(type.tiny, type.faint)}>{status}</div> : null}
      </div>
      <Menu
        groups={[
          {
            items: [
              ...(peer.isPerformer
                ? [{ key: 'profile', text: t('messages.profile'), icon: <IconUser {...icon} />, to: `/${peer.username}` }]
                : []),
              ...(fan
                ? [
                    {
                      key: 'fan',
                      text: t('messages.fanCard', { name: peer.name }),
                      icon: <IconNotes {...icon} />,
                      onSelect: () => setSheet('fan'),
                    },
                  ]
                : []),
              {
                key: 'pin',
                text: t(isPinned ? 'messages.unpin' : 'messages.pin'),
                icon: isPinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />,
                onSelect: () => void togglePin(),
              },
              {
                key: 'remove',
                text: t('messages.removeAll'),
                icon: <IconTrash {...icon} />,
                bad: true,
                onSelect: () => setSheet('remove'),
              },
            ],
          },
        ]}
        target={<IconButton label={t('messages.more')} icon={<IconDots {...icon} />} />}
      />
      {sheet === 'fan' ? <FanSheet conversation={conversation} onClose={() => setSheet(null)} /> : null}
      <Sheet opened={sheet === 'remove'} onClose={() => setSheet(null)} title={t('messages.removeAllTitle')} width={420}>
        <p className={type.quiet}>{t('messages.removeAllText', { name: peer.name })}</p>
        <FormError error={removeAll.error} fields={[]} />
        <div className={styles.acts}>
          <Button kind="outline" grow onClick={() => setSheet(null)}>
            {t('messages.keep')}
          </Button>
          <Button kind="bad" grow busy={removeAll.busy} onClick={() => void clear()}>
            {t('messages.delete')}
          </Button>
        </div>
      </Sheet>
    </header>
  );
};
