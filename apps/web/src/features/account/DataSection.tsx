import type { DataExport } from '@stagedoor/contract/account';
import { IconArchive, IconDownload, IconFileZip } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import styles from './account.module.css';
import { AccountRow, AccountSection } from './AccountSection.tsx';

/** Poll interval while an export is being made, in milliseconds. */
const POLL_MS = 2000;
/** Older, expired exports are not shown. */
const SHOWN = 4;

const Copy = ({ copy }: { copy: DataExport }) => {
  const t = useText();
  const format = useFormat();
  const isReady = copy.state === 'ready' && copy.url !== null;
  return (
    <AccountRow
      icon={<IconFileZip size={20} stroke={1.75} />}
      {...(isReady ? { tone: 'on' as const } : copy.state === 'failed' ? { tone: 'bad' as const } : {})}
      title={t('account.copyOf', { date: format.date(copy.createdAt, 'dayTime') })}
      action={
        isReady ? (
          <Button
            kind="lift"
            size="sm"
            icon={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
            href={copy.url!}
            download={`data-${copy.createdAt.slice(0, 10)}.zip`}
          >
            {t('account.download')}
          </Button>
        ) : null
      }
    >
      {isReady ? (
        `${format.bytes(copy.bytes ?? 0)} · ${t('account.keptUntil', { date: format.date(copy.expiresAt!, 'day') })}`
      ) : (
        <>
          <span role="status">{t(`account.export.${copy.state as 'pending'}`)}</span>
          {copy.state === 'pending' ? <span className={styles.bar} style={{ display: 'block' }} aria-hidden="true" /> : null}
        </>
      )}
    </AccountRow>
  );
};

/** Exports of personal data: requested, made in the background, downloaded. */
export const DataSection = () => {
  const t = useText();
  const client = useQueryClient();
  const exports = useData('GET /users/me/exports', {}, { refetchInterval: POLL_MS });
  const start = useAction('POST /users/me/exports');
  const list = (exports.data?.data ?? []).filter(({ state }, index) => state !== 'expired' || index === 0).slice(0, SHOWN);
  const isRunning = list.some(({ state }) => state === 'pending');
  const onStart = async () => {
    await start.run({});
    await client.invalidateQueries({ queryKey: ['GET /users/me/exports'] });
  };
  return (
    <AccountSection title={t('account.data')} lead={t('account.dataLead')}>
      <Card pad="none" className={styles.rows}>
        <AccountRow
          icon={<IconArchive size={20} stroke={1.75} />}
          title={t('account.copyTitle')}
          action={
            <Button kind="lift" size="sm" busy={start.busy} disabled={isRunning} onClick={() => void onStart()}>
              {t('account.makeCopy')}
            </Button>
          }
        >
          {start.error ? start.error.message : t('account.copyLine')}
        </AccountRow>
        {list.map((copy) => (
          <Copy key={copy._id} copy={copy} />
        ))}
      </Card>
    </AccountSection>
  );
};
