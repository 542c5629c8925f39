import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction, useData } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './messages.module.css';

const SHOWN = 12;

interface Person {
  _id: string;
  username: string;
  name: string;
  avatar: string;
}

/** Whom an account may write to first: a performer its fans, a fan the performers. */
const usePeople = (q: string): { people: readonly Person[] | undefined } => {
  const { isPerformer } = useCurrentUser();
  const query = { limit: SHOWN, ...(q ? { q } : {}) };
  const fans = useData('GET /users/search', { query }, { enabled: isPerformer });
  const subscribed = useData('GET /subscriptions/search', { query: { limit: SHOWN } }, { enabled: !isPerformer && q === '' });
  const performers = useData('GET /performers/search', { query }, { enabled: !isPerformer && q !== '' });
  if (isPerformer) return { people: fans.data?.data };
  return { people: q === '' ? subscribed.data?.data.map(({ performer }) => performer) : performers.data?.data };
};

/** Chooses whom to write to, and opens the conversation. */
export const NewConversationSheet = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { people } = usePeople(useDeferredValue(typed.trim()));
  const open = useAction('POST /conversations');
  const choose = async ({ _id }: Person) => {
    const conversation = await open.run({ body: { source: user.isPerformer ? 'user' : 'performer', sourceId: _id } });
    if (!conversation) return;
    onClose();
    await navigate(`/messages/${conversation._id}`);
  };
  return (
    <Sheet opened onClose={onClose} title={t('messages.who')} width={460}>
      <SearchField
        label={t(user.isPerformer ? 'messages.findFan' : 'messages.findPerformer')}
        value={typed}
        maxLength={60}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormError error={open.error} fields={[]} />
      <div className={styles.people}>
        {people ? (
          people.map((person) => (
            <button key={person._id} type="button" className={styles.person} disabled={open.busy} onClick={() => void choose(person)}>
              <Avatar src={person.avatar} size={40} />
              <span style={{ minWidth: 0 }}>
                <span className={type.strong}>
                  <bdi>{person.name}</bdi>
                </span>{' '}
                <span className={type.faint}>
                  <bdi>@{person.username}</bdi>
                </span>
              </span>
            </button>
          ))
        ) : (
          <RowsSkeleton rows={4} size={40} />
        )}
        {people?.length === 0 ? <p className={type.quiet}>{t('messages.nobody')}</p> : null}
      </div>
    </Sheet>
  );
};
