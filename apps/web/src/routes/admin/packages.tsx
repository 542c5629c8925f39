import type { ManagedPackage } from '@stagedoor/contract/wallet';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from '../../ui/admin/offers.module.css';
import { PackageForm } from '../../features/admin/packages/PackageForm.tsx';
import site from '../../ui/admin/editor.module.css';
import { Amount, Money } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { tokensToMoney } from '../../ui/tokens-to-money.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

/** The difference between a package's price and the value of its tokens, in words; nothing if there is none. */
const useDifference = () => {
  const t = useText();
  const format = useFormat();
  return ({ tokens, price }: ManagedPackage): string | null => {
    const worth = tokensToMoney(tokens, format.tokenValue);
    const percent = Math.round((Math.abs(worth - price) / worth) * 1000) / 10;
    return percent === 0 ? null : t(price < worth ? 'packages.below' : 'packages.above', { percent: format.percent(percent) });
  };
};

/** The token packages: order, price, on sale or not. */
const PackagesAdmin = () => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const differenceOf = useDifference();
  const packages = useData('GET /admin/wallet-packages', {});
  const update = useAction('PUT /admin/wallet-packages/{id}');
  const [edited, setEdited] = useState<{ managed: ManagedPackage | null; edition: number } | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const list = packages.data?.data;
  const edit = (managed: ManagedPackage | null) => {
    setEdited((before) => ({ managed, edition: (before?.edition ?? 0) + 1 }));
    setIsEditing(true);
  };
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['GET /admin/wallet-packages'] });
    await client.invalidateQueries({ queryKey: ['GET /wallet-package'] });
  };
  const move = async (index: number, step: -1 | 1) => {
    const next = [...(list ?? [])];
    const [moved] = next.splice(index, 1);
    next.splice(index + step, 0, moved!);
    for (const [position, managed] of next.entries()) {
      if (managed.position === position) continue;
      const { _id, ...rest } = managed;
      if (!(await update.run({ params: { id: _id }, body: { ...rest, position } }))) break;
    }
    await reload();
  };
  const create = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => edit(null)}>
      {t('packages.new')}
    </Button>
  );
  return (
    <Page width="wide">
      <PageTitle title={t('shop.packages')} />
      <header className={site.head}>
        <h1 className={classes(type.display, type.s46)}>{t('shop.packages')}</h1>
        {list?.length === 0 ? null : create}
      </header>
      <p className={site.lead}>{t('packages.lead')}</p>
      <FormError error={isEditing ? null : update.error} fields={[]} />
      {!list ? (
        <Pending of={packages}>
          <RowsSkeleton rows={4} square />
        </Pending>
      ) : list.length === 0 ? (
        <Empty title={t('packages.none')} text={t('packages.noneText')} action={create} />
      ) : (
        <Card pad="lg">
          <ol>
            {list.map((managed, index) => {
              const difference = differenceOf(managed);
              return (
                <li key={managed._id} className={classes(styles.package, !managed.active && styles.off)}>
                  <span className={styles.words}>
                    <span className={type.strong}>{managed.name}</span>
                    <Amount tokens={managed.tokens} trim className={styles.sum} />
                  </span>
                  <span className={styles.price}>
                    <Money value={managed.price} className={styles.sum} />
                    <span className={classes(type.tiny, type.faint)}>
                      {t('packages.aToken', { money: format.money(Math.round((managed.price / managed.tokens) * 100) / 100) })}
                      {difference ? ` · ${difference}` : ''}
                    </span>
                  </span>
                  <Chip tone={managed.active ? 'ok' : 'plain'}>{t(managed.active ? 'packages.on' : 'packages.off')}</Chip>
                  <span className={styles.acts}>
                    <IconButton
                      size="sm"
                      label={`${t('packages.up')}: ${managed.name}`}
                      icon={<IconArrowUp size={20} stroke={1.75} />}
                      disabled={index === 0 || update.busy}
                      onClick={() => void move(index, -1)}
                    />
                    <IconButton
                      size="sm"
                      label={`${t('packages.down')}: ${managed.name}`}
                      icon={<IconArrowDown size={20} stroke={1.75} />}
                      disabled={index === list.length - 1 || update.busy}
                      onClick={() => void move(index, 1)}
                    />
                    <IconButton
                      size="sm"
                      label={`${t('packages.change')}: ${managed.name}`}
                      icon={<IconPencil size={20} stroke={1.75} />}
                      onClick={() => edit(managed)}
                    />
                  </span>
                </li>
              );
            })}
          </ol>
        </Card>
      )}
      <Sheet opened={isEditing} onClose={() => setIsEditing(false)} title={t(edited?.managed ? 'packages.edit' : 'packages.new')}>
        {edited ? (
          <PackageForm
            key={edited.edition}
            managed={edited.managed}
            position={list?.length ?? 0}
            onSaved={async () => {
              setIsEditing(false);
              toast(t('coupons.saved'), { tone: 'ok' });
              await reload();
            }}
          />
        ) : null}
      </Sheet>
    </Page>
  );
};

export default PackagesAdmin;
