import { useState } from 'react';
import { useParams } from 'react-router';
import { PageTitle } from '../../app/PageTitle.tsx';
import { ConversationList } from '../../features/messages/ConversationList.tsx';
import styles from '../../features/messages/messages.module.css';
import { NewConversationSheet } from '../../features/messages/NewConversationSheet.tsx';
import { OpenConversation } from './OpenConversation.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';

/** Private conversations: the list, and beside it, on phones instead of it, the open one. */
const Messages = () => {
  const t = useText();
  const { id } = useParams();
  const [isNew, setNew] = useState(false);
  return (
    <div className={classes(styles.panes, id && styles.open)}>
      <PageTitle title={t('messages.title')} />
      <ConversationList openId={id} />
      {id ? (
        <OpenConversation key={id} id={id} />
      ) : (
        <div className={styles.none}>
          <Empty
            title={t('messages.choose')}
            text={t('messages.chooseText')}
            action={
              <Button kind="outline" onClick={() => setNew(true)}>
                {t('messages.new')}
              </Button>
            }
          />
        </div>
      )}
      {isNew ? <NewConversationSheet onClose={() => setNew(false)} /> : null}
    </div>
  );
};

export default Messages;
