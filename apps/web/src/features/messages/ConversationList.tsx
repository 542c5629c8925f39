import type { ConversationFilter } from '@stagedoor/contract/conversations.values';
import { IconEdit } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useData } from '../../app/data.ts';
import { Pending } from '../../app/Pending.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { ConversationRow } from './ConversationRow.tsx';
import styles from './messages.module.css';
import { NewConversationSheet } from './NewConversationSheet.tsx';
import { useConversations } from './use-conversations.ts';
import { MAX_WORDS, queryWith, useListWords } from './use-list-words.ts';

const PAGE = 30;
/** A search shows so many: more words find fewer. */
const MOST_FOUND = 90;
const FAN_FILTERS: readonly ConversationFilter[] = ['all', 'unread', 'pinned'];
const PERFORMER_FILTERS: readonly ConversationFilter[] = [...FAN_FILTERS, 'subscribers', 'spenders'];

/** The own conversations: search, filters, pinned ones first. */
export const ConversationList = ({ openId }: { openId: string | undefined }) => {
  const t = useText();
  const user = useCurrentUser();
  const [search] = useSearchParams();
  const filters = user.isPerformer ? PERFORMER_FILTERS : FAN_FILTERS;
  const filter = filters.find((one) => one === search.get('filter')) ?? 'all';
  const { words, setWords } = useListWords();
  const q = useDeferredValue(words.trim());
  const [limit, setLimit] = useState(PAGE);
  const [isNew, setNew] = useState(false);
  const { list, rows, hasMore, isLoading, loadMore } = useConversations(filter, q === '');
  const found = useData('GET /conversations/search', { query: { filter, limit, q } }, { enabled: q !== '' });
  const conversations = q === '' ? rows?.map((row) => ({ ...row, match: null })) : found.data?.data;
  const isPartial = q !== '' && found.data?.isPartial === true;
  const isCut = found.data !== undefined && found.data.total > found.data.data.length;
  const hasMoreFound = isCut && limit < MOST_FOUND;
  const unread = useData('GET /messages/total-unread-messages', {}).data;
  const query = (one: ConversationFilter) => queryWith(search, { filter: one === 'all' ? null : one, q });
  return (
    <section className={styles.list} aria-label={t('messages.title')}>
      <header className={styles.listHead}>
        <div className={styles.titleRow}>
          <h1 className={classes(type.display, type.s34)}>{t('messages.title')}</h1>
          <IconButton kind="soft" label={t('messages.new')} icon={<IconEdit size={20} stroke={1.75} />} onClick={() => setNew(true)} />
        </div>
        <SearchField
          label={t('messages.search')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onEarly={setWords}
          maxLength={MAX_WORDS}
        />
        <nav className={styles.filters} aria-label={t('messages.filters')}>
          {filters.map((one) => (
            <Link
              key={one}
              to={`/messages${openId ? `/${openId}` : ''}${query(one)}`}
              replace
              preventScrollReset
              className={styles.filter}
              aria-current={one === filter ? 'true' : undefined}
            >
              {t(`messages.filter.${one}`)}
              {one === 'unread' && unread && unread.conversations > 0 ? <span className={type.num}>{unread.conversations}</span> : null}
            </Link>
          ))}
        </nav>
      </header>
      <div className={styles.rows}>
        {conversations ? (
          <>
            {isPartial ? (
              <p className={classes(styles.partial, type.small, type.faint)} role="status">
                {t('messages.partial')}
              </p>
            ) : null}
            {conversations.map(({ match, ...conversation }) => (
              <ConversationRow
                key={conversation._id}
                conversation={conversation}
                match={match}
                to={`/messages/${conversation._id}${queryWith(search, { q, message: match?._id ?? null })}`}
                isOpen={conversation._id === openId}
              />
            ))}
            {conversations.length === 0 ? (
              q === '' && filter === 'all' ? (
                <Empty
                  title={t('messages.empty')}
                  text={t(user.isPerformer ? 'messages.emptyPerformer' : 'messages.emptyFan')}
                  action={
                    <Button kind="gold" onClick={() => setNew(true)}>
                      {t('messages.new')}
                    </Button>
                  }
                />
              ) : (
                <Empty title={t('messages.noResults')} text={t('messages.noResultsText')} />
              )
            ) : null}
            {(q === '' ? hasMore : hasMoreFound) ? (
              <Button kind="text" wide busy={q === '' && isLoading} onClick={() => (q === '' ? void loadMore() : setLimit(limit + PAGE))}>
                {t('messages.showMore')}
              </Button>
            ) : q !== '' && isCut && conversations.length >= MOST_FOUND ? (
              <p className={classes(styles.partial, type.small, type.faint)} role="status">
                {t('messages.newestFound', { limit: MOST_FOUND })}
              </p>
            ) : null}
          </>
        ) : (
          <Pending of={q === '' ? list : found}>
            <RowsSkeleton rows={6} size={52} />
          </Pending>
        )}
      </div>
      {isNew ? <NewConversationSheet onClose={() => setNew(false)} /> : null}
    </section>
  );
};
