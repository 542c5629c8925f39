import type { AnswerOf, Contract } from '@stagedoor/contract';
import { IconBan } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardLine } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import { PagedList } from '../lists/ListPage.tsx';
import { useListSearch } from '../lists/use-list-search.ts';
import styles from './model.module.css';

type Blocked = AnswerOf<Contract['GET /performer/block/users']>['data'][number];
type Found = Pick<Blocked, '_id' | 'username' | 'name' | 'avatar'>;

const PAGE = 50;
const FOUND = 6;

/** People a performer has shut out: found by name and blocked, listed, let in again. */
export const BlockedUsers = () => {
  const say = useText();
  const format = useFormat();
  const client = useQueryClient();
  const { isLiteAccount } = useCurrentUser();
  const [wanted, setWanted] = useState<Found | null>(null);
  const [q, setQ] = useState('');
  const { offset, change } = useListSearch();
  const search = useDeferredValue(q.trim());
  const blocked = useData('GET /performer/block/users', { query: { limit: PAGE, offset, ...(search ? { q: search } : {}) } });
  const unblock = useAction('DELETE /performer/block/users/{id}');
  const refresh = () => void client.invalidateQueries({ queryKey: ['GET /performer/block/users'] });
  const letIn = async (user: Blocked) => {
    if (!(await unblock.run({ params: { id: user._id } }))) return;
    toast(say('profiles.unblocked', { name: user.name }), { tone: 'ok' });
    refresh();
  };
  const list = blocked.data;
  const isNobody = list?.total === 0 && search === '';
  return (
    <div className={styles.stack}>
      <Card pad="lg" className={styles.stack}>
        {isLiteAccount ? <ByUsername onBlocked={refresh} /> : <Finder blocked={list?.data ?? []} onChoose={setWanted} />}
      </Card>
      <Card pad="lg" className={styles.stack}>
        {isNobody ? null : (
          <SearchField
            label={say('profiles.findBlocked')}
            value={q}
            maxLength={60}
            onChange={(event) => {
              setQ(event.currentTarget.value);
              change({ offset: null });
            }}
          />
        )}
        <Problem error={unblock.error} fields={[]} />
        <PagedList
          list={blocked}
          limit={PAGE}
          skeleton={<RowsSkeleton rows={4} />}
          empty={
            isNobody ? (
              <Empty title={say('profiles.nobodyBlocked')} text={say('profiles.nobodyBlockedText')} />
            ) : (
              <p className={classes(type.small, type.faint)}>{say('profiles.nobodyFound')}</p>
            )
          }
        >
          {(users) =>
            users.map((user) => (
              <CardLine key={user._id} className={styles.person}>
                <Avatar src={user.avatar} size={44} />
                <span className={styles.words}>
                  <span className={classes(type.strong, type.clip)}>{user.name}</span>
                  <span className={classes(type.tiny, type.faint)}>
                    @{user.username} · {say('profiles.blockedOn', { date: format.date(user.blockedAt, 'dayYear') })}
                  </span>
                  {user.reason ? <span className={classes(type.small, type.quiet)}>{user.reason}</span> : null}
                </span>
                <Button
                  kind="outline"
                  size="sm"
                  disabled={unblock.busy}
                  onClick={() => void letIn(user)}
                  aria-label={`${say('profiles.unblock')}: ${user.name}`}
                >
                  {say('profiles.unblock')}
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

/** Looks fans up by name. */
const Finder = ({ blocked, onChoose }: { blocked: readonly Blocked[]; onChoose: (user: Found) => void }) => {
  const say = useText();
  const [q, setQ] = useState('');
  const search = useDeferredValue(q.trim());
  const found = useData('GET /users/search', { query: { q: search, limit: FOUND } }, { enabled: search.length > 1 });
  return (
    <>
      <SearchField label={say('profiles.findUser')} value={q} maxLength={60} onChange={(event) => setQ(event.currentTarget.value)} />
      {search.length < 2 || !found.data ? null : found.data.data.length === 0 ? (
        <p className={classes(type.small, type.faint)} role="status">
          {say('profiles.nobodyFound')}
        </p>
      ) : (
        <div className={styles.found}>
          {found.data.data.map((user) => (
            <CardLine key={user._id} className={styles.person}>
              <Avatar src={user.avatar} size={36} />
              <span className={styles.words}>
                <span className={classes(type.strong, type.clip)}>{user.name}</span>
                <span className={classes(type.tiny, type.faint)}>
                  <bdi>@{user.username}</bdi>
                </span>
              </span>
              {blocked.some(({ _id }) => _id === user._id) ? (
                <Chip tone="bad">{say('profiles.already')}</Chip>
              ) : (
                <Button
                  kind="lift"
                  size="sm"
                  icon={<IconBan size={20} stroke={1.75} />}
                  onClick={() => onChoose(user)}
                  aria-label={`${say('profiles.block')}: ${user.name}`}
                >
                  {say('profiles.block')}
                </Button>
              )}
            </CardLine>
          ))}
        </div>
      )}
    </>
  );
};

/** Before they are approved, performers can't look people up: they name them. */
const ByUsername = ({ onBlocked }: { onBlocked: () => void }) => {
  const say = useText();
  const block = useAction('POST /performer/block/users');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const values = formValues(event);
    const answer = await block.run({ body: { username: values.text('username'), reason: values.text('reason') } });
    if (!answer) return;
    form.reset();
    toast(say('profiles.blocked', { name: answer.name }), { tone: 'ok' });
    onBlocked();
  };
  return (
    <form className={styles.stack} onSubmit={(event) => void submit(event)}>
      <div className={styles.two}>
        <TextField
          label={say('profiles.byUsername')}
          name="username"
          start="@"
          required
          maxLength={60}
          autoCapitalize="off"
          spellCheck={false}
          autoComplete="off"
        />
        <TextField label={say('profiles.reason')} optional name="reason" maxLength={300} hint={say('profiles.reasonHint')} />
      </div>
      <Problem error={block.error} fields={[]} />
      <div className={styles.end}>
        <Button kind="lift" type="submit" busy={block.busy} icon={<IconBan size={20} stroke={1.75} />}>
          {say('profiles.block')}
        </Button>
      </div>
    </form>
  );
};

/** Says what blocking does, before it is done. */
const BlockSheet = ({ user, onClose, onBlocked }: { user: Found | null; onClose: () => void; onBlocked: () => void }) => {
  const say = useText();
  const block = useAction('POST /performer/block/users');
  const [reason, setReason] = useState('');
  const run = async () => {
    if (!user || !(await block.run({ body: { userId: user._id, reason } }))) return;
    setReason('');
    toast(say('profiles.blocked', { name: user.name }), { tone: 'ok' });
    onBlocked();
  };
  return (
    <Sheet
      opened={user !== null}
      onClose={onClose}
      title={say('profiles.blockAsk', { name: user?.name ?? '' })}
      foot={
        <div className={styles.end}>
          <Button kind="lift" onClick={onClose}>
            {say('ui.cancel')}
          </Button>
          <Button kind="bad" busy={block.busy} onClick={() => void run()}>
            {say('profiles.block')}
          </Button>
        </div>
      }
    >
      <div className={styles.stack}>
        <p className={classes(type.small, type.quiet)}>{say('profiles.blockText')}</p>
        <TextArea
          label={say('profiles.reason')}
          optional
          rows={2}
          maxLength={300}
          hint={say('profiles.reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Problem error={block.error} fields={[]} />
      </div>
    </Sheet>
  );
};
