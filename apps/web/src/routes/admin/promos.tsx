import type { AdminPromo } from '@stagedoor/contract/admin-site';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { useSiteTime } from '../../app/site-time.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { ActButton } from '../../features/admin/frame/ActButton.tsx';
import { PromoForm } from '../../features/admin/promos/PromoForm.tsx';
import { wordsIn } from '../../features/admin/frame/languages.ts';
import styles from '../../ui/admin/editor.module.css';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const KEY = ['GET /admin/promos'];

const StateChip = ({ promo }: { promo: AdminPromo }) => {
  const t = useText();
  const now = useSiteTime();
  if (promo.isShown) return <Chip tone="ok">{t('sitePromos.shown')}</Chip>;
  if (!promo.isActive) return <Chip>{t('sitePromos.off')}</Chip>;
  const isLater = promo.startsAt !== null && new Date(promo.startsAt).getTime() > now;
  return <Chip tone="warn">{t(isLater ? 'sitePromos.later' : 'sitePromos.over')}</Chip>;
};

/** The site's promos: order, audience, period. */
const PromosAdmin = () => {
  const t = useText();
  const locale = useLocale();
  const format = useFormat();
  const client = useQueryClient();
  const promos = useData('GET /admin/promos', {});
  const order = useAction('PUT /admin/promos/order');
  // Kept while the sheet closes, so that its text doesn't change. Each opening starts fresh.
  const [edited, setEdited] = useState<{ promo: AdminPromo | null; edition: number } | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const edit = (promo: AdminPromo | null) => {
    setEdited((before) => ({ promo, edition: (before?.edition ?? 0) + 1 }));
    setIsEditing(true);
  };
  const list = promos.data?.data;
  const reload = async () => {
    await client.invalidateQueries({ queryKey: KEY });
    await client.invalidateQueries({ queryKey: ['GET /site-promo'] });
  };
  const move = async (index: number, step: -1 | 1) => {
    const ids = (list ?? []).map(({ _id }) => _id);
    const [id] = ids.splice(index, 1);
    ids.splice(index + step, 0, id!);
    if (await order.run({ body: { ids } })) await reload();
  };
  const onDeleted = () => {
    toast(t('sitePromos.deleted'), { tone: 'ok' });
    void reload();
  };
  const period = ({ startsAt, endsAt }: AdminPromo): string =>
    startsAt || endsAt
      ? t('sitePromos.period', {
          from: startsAt ? format.date(startsAt, 'dayTime') : '…',
          until: endsAt ? format.date(endsAt, 'dayTime') : '…',
        })
      : t('sitePromos.always');
  const create = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => edit(null)}>
      {t('sitePromos.new')}
    </Button>
  );
  return (
    <Page width="wide">
      <PageTitle title={t('sitePromos.title')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('sitePromos.title')}</h1>
        {list?.length === 0 ? null : create}
      </header>
      <p className={styles.lead}>{t('sitePromos.lead')}</p>
      <FormError error={order.error} fields={[]} />
      {!list ? (
        <Pending of={promos}>
          <RowsSkeleton rows={3} square size={72} />
        </Pending>
      ) : list.length === 0 ? (
        <Empty title={t('sitePromos.none')} text={t('sitePromos.noneText')} action={create} />
      ) : (
        <Card pad="lg">
          <ol className={styles.entries}>
            {list.map((promo, index) => {
              const name = wordsIn(promo.title, locale);
              return (
                <li key={promo._id} className={styles.entry}>
                  <div className={styles.entryLine}>
                    <span className={styles.thumb}>{promo.picture ? <Picture picture={promo.picture} alt="" sizes="128px" /> : null}</span>
                    <span className={styles.entryWords}>
                      <span className={type.strong}>{name}</span>
                      <span className={classes(type.tiny, type.faint)}>
                        {t(`audience.${promo.audience}`)} · {period(promo)}
                      </span>
                      <span className={styles.chips}>
                        <StateChip promo={promo} />
                      </span>
                    </span>
                    <span className={styles.entryActs}>
                      <IconButton
                        size="sm"
                        label={`${t('siteMenus.up')}: ${name}`}
                        icon={<IconArrowUp size={20} stroke={1.75} />}
                        disabled={index === 0 || order.busy}
                        onClick={() => void move(index, -1)}
                      />
                      <IconButton
                        size="sm"
                        label={`${t('siteMenus.down')}: ${name}`}
                        icon={<IconArrowDown size={20} stroke={1.75} />}
                        disabled={index === list.length - 1 || order.busy}
                        onClick={() => void move(index, 1)}
                      />
                      <IconButton
                        size="sm"
                        label={`${t('siteMenus.edit')}: ${name}`}
                        icon={<IconPencil size={20} stroke={1.75} />}
                        onClick={() => edit(promo)}
                      />
                      <ActButton
                        size="sm"
                        icon={<IconTrash size={20} stroke={1.75} />}
                        isIconOnly
                        write="DELETE /admin/promos/{id}"
                        input={{ params: { id: promo._id } }}
                        label={`${t('sitePages.delete')}: ${name}`}
                        title={t('sitePromos.deleteTitle')}
                        text={t('sitePromos.deleteText')}
                        act={t('sitePages.delete')}
                        onDone={onDeleted}
                      />
                    </span>
                  </div>
                </li>
              );
            })}
          </ol>
        </Card>
      )}
      <Sheet
        opened={isEditing}
        onClose={() => setIsEditing(false)}
        title={t(edited?.promo ? 'sitePromos.edit' : 'sitePromos.new')}
        width={600}
      >
        {edited ? (
          <PromoForm
            key={edited.edition}
            promo={edited.promo}
            onSaved={async () => {
              setIsEditing(false);
              toast(t('sitePromos.saved'), { tone: 'ok' });
              await reload();
            }}
          />
        ) : null}
      </Sheet>
    </Page>
  );
};

export default PromosAdmin;
