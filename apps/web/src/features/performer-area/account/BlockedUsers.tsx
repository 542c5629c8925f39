import { isolated } from '@stagedoor/contract/visible-text.values';
import type { ResponseOf, Contract } from '@stagedoor/contract';
import { IconBan } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { useAction, useData, useListData } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardLine } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { TextArea, TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { formValues } from '../../../ui/forms/form-values.ts';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { PagedList } from '../../lists/ListPage.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import styles from './account.module.css';

type Blocked = ResponseOf<Contract['GET /performer/block/users']>['data'][number];
type Found = Pick<Blocked, '_id' | 'username' | 'name' | 'avatar'>;

const PAGE = 50;
const FOUND = 6;

/** Accounts a performer has blocked: search, block, list, unblock. */
export const BlockedUsers = () => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const { isLiteAccount } = useCurrentUser();
  const [wanted, setWanted] = useState<Found | null>(null);
  const [q, setQ] = useState('');
  const { offset, change } = useListSearch();
  const search = useDeferredValue(q.trim());
  const blocked = useListData('GET /performer/block/users', { query: { limit: PAGE, offset, ...(search ? { q: search } : {}) } });
  const unblock = useAction('DELETE /performer/block/users/{id}');
  const refresh = () => void client.invalidateQueries({ queryKey: ['GET /performer/block/users'] });
  const letIn = async (user: Blocked) => {
    if (!(await unblock.run({ params: { id: user._id } }))) return;
    toast(t('profiles.unblocked', { name: user.name }), { tone: 'ok' });
    refresh();
  };
  const list = blocked.data;
  const isNobody = list?.total === 0 && search === '';
  return (
    <div className={styles.stack}>
      <Card pad="lg" className={styles.stack}>
        {isLiteAccount ? (
          <ByUsername onBlocked={refresh} />
        ) : (
          <Finder blocked={list?.data ?? []} onChoose={setWanted} onBlocked={refresh} />
        )}
      </Card>
      <Card pad="lg" className={styles.stack}>
        {isNobody ? null : (
          <SearchField
            label={t('profiles.findBlocked')}
            value={q}
            maxLength={60}
            onChange={(event) => {
              setQ(event.currentTarget.value);
              change({ offset: null });
            }}
          />
        )}
        <FormError error={unblock.error} fields={[]} />
        <PagedList
          list={blocked}
          limit={PAGE}
          skeleton={<RowsSkeleton rows={4} />}
          empty={
            isNobody ? (
              <Empty title={t('profiles.nobodyBlocked')} text={t('profiles.nobodyBlockedText')} />
            ) : (
              <p className={classes(type.small, type.faint)}>{t('profiles.nobodyFound')}</p>
            )
          }
        >
          {(users) =>
            users.map((user) => (
              <CardLine key={user._id} className={styles.person}>
                <Avatar src={user.avatar} size={44} />
                <span className={styles.words}>
                  <span className={classes(type.strong, type.clip)}>
                    <bdi>{user.name}</bdi>
                  </span>
                  <span className={classes(type.tiny, type.faint)}>
                    @{user.username} · {t('profiles.blockedOn', { date: format.date(user.blockedAt, 'dayYear') })}
                  </span>
                  {user.reason ? (
                    <span className={classes(type.small, type.quiet)}>
                      <bdi>{user.reason}</bdi>
                    </span>
                  ) : null}
                </span>
                <Button
                  kind="outline"
                  size="sm"
                  disabled={unblock.busy}
                  onClick={() => void letIn(user)}
                  aria-label={`${t('profiles.unblock')}: ${isolated(user.name)}`}
                >
                  {t('profiles.unblock')}
                </Button>
              </CardLine>
            ))
          }
        </PagedList>
      </Card>
      <BlockSheet
        user={wanted}
        onClose={() => setWanted(null)}
        onBlocked={() => {
          setWanted(null);
          refresh();
        }}
      />
    </div>
  );
};

interface FinderProps {
  blocked: readonly Blocked[];
  onChoose: (user: Found) => void;
  onBlocked: () => void;
}

/** Searches one's fans by name; anybody else is blocked by username. */
const Finder = ({ blocked, onChoose, onBlocked }: FinderProps) => {
  const t = useText();
  const [q, setQ] = useState('');
  const search = useDeferredValue(q.trim());
  const found = useData('GET /users/search', { query: { q: search, limit: FOUND } }, { enabled: search.length > 1 });
  return (
    <>
      <SearchField label={t('profiles.findUser')} value={q} maxLength={60} onChange={(event) => setQ(event.currentTarget.value)} />
      {search.length < 2 || !found.data ? null : found.data.data.length === 0 ? (
        <>
          <p className={classes(type.small, type.faint)} role="status">
            {t('profiles.noFanFound')}
          </p>
          <ByUsername onBlocked={onBlocked} />
        </>
      ) : (
        <div className={styles.found}>
          {found.data.data.map((user) => (
            <CardLine key={user._id} className={styles.person}>
              <Avatar src={user.avatar} size={36} />
              <span className={styles.words}>
                <span className={classes(type.strong, type.clip)}>
                  <bdi>{user.name}</bdi>
                </span>
                <span className={classes(type.tiny, type.faint)}>
                  <bdi>@{user.username}</bdi>
                </span>
              </span>
              {blocked.some(({ _id }) => _id === user._id) ? (
                <Chip tone="bad">{t('profiles.already')}</Chip>
              ) : (
                <Button
                  kind="lift"
                  size="sm"
                  icon={<IconBan size={20} stroke={1.75} />}
                  onClick={() => onChoose(user)}
                  aria-label={`${t('profiles.block')}: ${isolated(user.name)}`}
                >
                  {t('profiles.block')}
                </Button>
              )}
            </CardLine>
          ))}
        </div>
      )}
    </>
  );
};

/** Blocks by username: all that unapproved performers can do, and the way to block somebody who isn't a fan. */
const ByUsername = ({ onBlocked }: { onBlocked: () => void }) => {
  const t = useText();
  const block = useAction('POST /performer/block/users');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const values = formValues(event);
    const answer = await block.run({ body: { username: values.text('username'), reason: values.text('reason') } });
    if (!answer) return;
    form.reset();
    toast(t('profiles.blocked', { name: answer.name }), { tone: 'ok' });
    onBlocked();
  };
  return (
    <form className={styles.stack} onSubmit={(event) => void submit(event)}>
      <div className={styles.two}>
        <TextField
          label={t('profiles.byUsername')}
          name="username"
          start="@"
          required
          maxLength={60}
          autoCapitalize="off"
          spellCheck={false}
          autoComplete="off"
        />
        <TextField label={t('profiles.reason')} optional name="reason" maxLength={300} hint={t('profiles.reasonHint')} />
      </div>
      <FormError error={block.error} fields={[]} />
      <div className={styles.end}>
        <Button kind="lift" type="submit" busy={block.busy} icon={<IconBan size={20} stroke={1.75} />}>
          {t('profiles.block')}
        </Button>
      </div>
    </form>
  );
};

/** Explains the effect of a block before it is applied. */
const BlockSheet = ({ user, onClose, onBlocked }: { user: Found | null; onClose: () => void; onBlocked: () => void }) => {
  const t = useText();
  const block = useAction('POST /performer/block/users');
  const [reason, setReason] = useState('');
  const run = async () => {
    if (!user || !(await block.run({ body: { userId: user._id, reason } }))) return;
    setReason('');
    toast(t('profiles.blocked', { name: user.name }), { tone: 'ok' });
    onBlocked();
  };
  return (
    <Sheet
      opened={user !== null}
      onClose={onClose}
      title={t('profiles.blockAsk', { name: user?.name ?? '' })}
      foot={
        <div className={styles.end}>
          <Button kind="lift" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="bad" busy={block.busy} onClick={() => void run()}>
            {t('profiles.block')}
          </Button>
        </div>
      }
    >
      <div className={styles.stack}>
        <p className={classes(type.small, type.quiet)}>{t('profiles.blockText')}</p>
        <TextArea
          label={t('profiles.reason')}
          optional
          rows={2}
          maxLength={300}
          hint={t('profiles.reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormError error={block.error} fields={[]} />
      </div>
    </Sheet>
  );
};
