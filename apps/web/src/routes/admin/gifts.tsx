import type { AdminEmoji, AdminGift } from '@stagedoor/contract/gifts';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { Problem } from '../../features/auth/Problem.tsx';
import { EmojiForm } from '../../features/gifts/EmojiForm.tsx';
import styles from '../../features/gifts/gifts.module.css';
import { SiteGiftForm } from '../../features/gifts/SiteGiftForm.tsx';
import site from '../../features/site-admin/site-admin.module.css';
import { Amount } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

/** The site's gifts and emoji, in their order. */
const GiftsAdmin = () => {
  const say = useText();
  const [search] = useSearchParams();
  const isEmoji = search.get('tab') === 'emoji';
  return (
    <Page width="wide">
      <PageTitle title={say('gifts.andEmoji')} />
      <header className={site.head}>
        <h1 className={classes(type.display, type.s46)}>{say('gifts.andEmoji')}</h1>
      </header>
      <p className={site.lead}>{say('siteGifts.lead')}</p>
      <Tabs
        label={say('siteGifts.tabs')}
        tabs={[
          { to: '/admin/gifts', text: say('siteGifts.gifts'), on: !isEmoji },
          { to: '/admin/gifts?tab=emoji', text: say('siteGifts.emoji'), on: isEmoji },
        ]}
      />
      <div className={styles.section}>{isEmoji ? <Emojis /> : <Gifts />}</div>
    </Page>
  );
};

/** What is being changed; kept while the sheet sinks. Each opening begins anew. */
const useEditing = <T,>() => {
  const [edited, setEdited] = useState<{ row: T | null; edition: number } | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    edited,
    isOpen,
    edit: (row: T | null) => {
      setEdited((before) => ({ row, edition: (before?.edition ?? 0) + 1 }));
      setOpen(true);
    },
    close: () => setOpen(false),
  };
};

const moved = (rows: readonly { _id: string }[], index: number, step: -1 | 1): string[] => {
  const ids = rows.map(({ _id }) => _id);
  const [id] = ids.splice(index, 1);
  ids.splice(index + step, 0, id!);
  return ids;
};

const Gifts = () => {
  const say = useText();
  const client = useQueryClient();
  const gifts = useData('GET /admin/gifts', {});
  const order = useAction('PUT /admin/gifts/order');
  const { edited, isOpen, edit, close } = useEditing<AdminGift>();
  const list = gifts.data?.data;
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['GET /admin/gifts'] });
    await client.invalidateQueries({ queryKey: ['GET /gift/performers/{id}'] });
  };
  const create = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => edit(null)}>
      {say('siteGifts.newGift')}
    </Button>
  );
  const move = async (index: number, step: -1 | 1) => {
    if (list && (await order.run({ body: { ids: moved(list, index, step) } }))) await reload();
  };
  return (
    <>
      <Problem error={order.error} fields={[]} />
      {!list ? (
        <Pending of={gifts}>
          <RowsSkeleton rows={6} square size={56} />
        </Pending>
      ) : list.length === 0 ? (
        <Empty title={say('siteGifts.none')} text={say('siteGifts.noneText')} action={create} />
      ) : (
        <>
          <div className={styles.bar}>{create}</div>
          <Card pad="lg">
            <ol className={site.entries}>
              {list.map((gift, index) => (
                <Entry
                  key={gift._id}
                  row={gift}
                  thumb={<img src={gift.image} alt="" />}
                  isFirst={index === 0}
                  isLast={index === list.length - 1}
                  busy={order.busy}
                  note={say(`gifts.animation.${gift.animation}`)}
                  onMove={(step) => void move(index, step)}
                  onEdit={() => edit(gift)}
                />
              ))}
            </ol>
          </Card>
        </>
      )}
      <Sheet opened={isOpen} onClose={close} title={say(edited?.row ? 'siteGifts.editGift' : 'siteGifts.newGift')}>
        {edited ? (
          <SiteGiftForm
            key={edited.edition}
            gift={edited.row}
            onSaved={async () => {
              close();
              toast(say('gifts.saved'), { tone: 'ok' });
              await reload();
            }}
          />
        ) : null}
      </Sheet>
    </>
  );
};

const Emojis = () => {
  const say = useText();
  const client = useQueryClient();
  const emojis = useData('GET /admin/emojis', {});
  const order = useAction('PUT /admin/emojis/order');
  const { edited, isOpen, edit, close } = useEditing<AdminEmoji>();
  const list = emojis.data?.data;
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['GET /admin/emojis'] });
    await client.invalidateQueries({ queryKey: ['GET /emojis'] });
  };
  const create = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => edit(null)}>
      {say('siteGifts.newEmoji')}
    </Button>
  );
  const move = async (index: number, step: -1 | 1) => {
    if (list && (await order.run({ body: { ids: moved(list, index, step) } }))) await reload();
  };
  return (
    <>
      <Problem error={order.error} fields={[]} />
      {!list ? (
        <Pending of={emojis}>
          <RowsSkeleton rows={8} square size={56} />
        </Pending>
      ) : list.length === 0 ? (
        <Empty title={say('siteGifts.noEmoji')} action={create} />
      ) : (
        <>
          <div className={styles.bar}>{create}</div>
          <Card pad="lg">
            <ol className={site.entries}>
              {list.map((emoji, index) => (
                <Entry
                  key={emoji._id}
                  row={emoji}
                  thumb={<span aria-hidden="true">{emoji.symbol}</span>}
                  isFirst={index === 0}
                  isLast={index === list.length - 1}
                  busy={order.busy}
                  note={`:${emoji.code}:`}
                  onMove={(step) => void move(index, step)}
                  onEdit={() => edit(emoji)}
                />
              ))}
            </ol>
          </Card>
        </>
      )}
      <Sheet opened={isOpen} onClose={close} title={say(edited?.row ? 'siteGifts.editEmoji' : 'siteGifts.newEmoji')}>
        {edited ? (
          <EmojiForm
            key={edited.edition}
            emoji={edited.row}
            onSaved={async () => {
              close();
              toast(say('siteGifts.savedEmoji'), { tone: 'ok' });
              await reload();
            }}
          />
        ) : null}
      </Sheet>
    </>
  );
};

interface EntryProps {
  row: { name: string; price: number | null; isActive: boolean; given: number; tokens: number };
  thumb: ReactNode;
  /** Beside how often it was given. */
  note: string;
  isFirst: boolean;
  isLast: boolean;
  busy: boolean;
  onMove: (step: -1 | 1) => void;
  onEdit: () => void;
}

const Entry = ({ row, thumb, note, isFirst, isLast, busy, onMove, onEdit }: EntryProps) => {
  const say = useText();
  const format = useFormat();
  const facts = [note, ...(row.price === null ? [] : [say('gifts.given', { count: row.given, number: format.count(row.given) })])];
  return (
    <li className={classes(site.entry, !row.isActive && styles.isOff)}>
      <div className={site.entryLine}>
        <span className={styles.thumb}>{thumb}</span>
        <span className={site.entryWords}>
          <span className={type.strong}>{row.name}</span>
          <span className={classes(type.tiny, type.faint)}>{facts.join(' · ')}</span>
        </span>
        <span className={styles.entryPrice}>
          {row.isActive ? null : <Chip>{say('siteGifts.off')}</Chip>}
          {row.price === null ? (
            <span className={classes(type.small, type.faint)}>{say('siteGifts.free')}</span>
          ) : (
            <span className={styles.entrySum}>
              <Amount tokens={row.price} className={styles.tilePrice} />
              <small className={styles.giftMoney}>{format.worth(row.price)}</small>
            </span>
          )}
        </span>
        <span className={site.entryActs}>
          <IconButton
            size="sm"
            label={`${say('siteGifts.up')}: ${row.name}`}
            icon={<IconArrowUp size={20} stroke={1.75} />}
            disabled={isFirst || busy}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="sm"
            label={`${say('siteGifts.down')}: ${row.name}`}
            icon={<IconArrowDown size={20} stroke={1.75} />}
            disabled={isLast || busy}
            onClick={() => onMove(1)}
          />
          <IconButton
            size="sm"
            label={`${say('siteGifts.edit')}: ${row.name}`}
            icon={<IconPencil size={20} stroke={1.75} />}
            onClick={onEdit}
          />
        </span>
      </div>
    </li>
  );
};

export default GiftsAdmin;
