import type { ManagedPackage } from '@stagedoor/contract/wallet';
import { IconPlus } from '@tabler/icons-react';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { PackageForm } from '../../features/admin/packages/PackageForm.tsx';
import { PackageRow } from '../../features/admin/packages/PackageRow.tsx';
import { usePackages } from '../../features/admin/packages/use-packages.ts';
import site from '../../ui/admin/editor.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { EditSheet, useEditSheet } from '../../ui/EditSheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The token packages: order, price, on sale or not. */
const PackagesAdmin = () => {
  const t = useText();
  const { packages, list, update, reload, move } = usePackages();
  const sheet = useEditSheet<ManagedPackage>();
  const create = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => sheet.edit(null)}>
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
      <FormError error={sheet.isOpen ? null : update.error} fields={[]} />
      {!list ? (
        <Pending of={packages}>
          <RowsSkeleton rows={4} square />
        </Pending>
      ) : list.length === 0 ? (
        <Empty title={t('packages.none')} text={t('packages.noneText')} action={create} />
      ) : (
        <Card pad="lg">
          <ol>
            {list.map((managed, index) => (
              <PackageRow
                key={managed._id}
                managed={managed}
                isFirst={index === 0}
                isLast={index === list.length - 1}
                isMoving={update.busy}
                onMove={(step) => void move(index, step)}
                onEdit={() => sheet.edit(managed)}
              />
            ))}
          </ol>
        </Card>
      )}
      <EditSheet
        sheet={sheet}
        titles={{ create: t('packages.new'), edit: t('packages.edit') }}
        saved={t('coupons.saved')}
        reload={reload}
        form={(managed, onSaved) => <PackageForm managed={managed} position={list?.length ?? 0} onSaved={onSaved} />}
      />
    </Page>
  );
};

export default PackagesAdmin;
