import type { StreamSession } from '@stagedoor/contract/streams';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { Chat } from '../Chat.tsx';
import { Goal, TopTippers } from '../Goal.tsx';
import type { useChat } from '../use-chat.ts';
import phone from './OnAir.module.css';
import styles from './studio.module.css';

/** The chat of a show on air, under its goal and its top tippers. */
export const OnAirChat = ({ session, chat }: { session: StreamSession; chat: ReturnType<typeof useChat> }) => {
  const t = useText();
  return (
    <Card pad="none" className={classes(styles.chat, phone.chat)}>
      <div className={classes(styles.chatHead, phone.chatHead)}>
        <h2 className={type.heading}>{t('chat.title')}</h2>
        {session.goal ? <Goal goal={session.goal} goals={session.goals} /> : null}
        <TopTippers tippers={session.topTippers} />
      </div>
      <Chat chat={chat} streamId={session._id} isClosed={false} isHost />
    </Card>
  );
};
