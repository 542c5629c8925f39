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

/** While a copy is being made, it is asked for again after this, in milliseconds. */
const POLL_MS = 2000;
/** Older copies that are gone are of no interest. */
const SHOWN = 4;

const Copy = ({ copy }: { copy: DataExport }) => {
  const say = useText();
  const format = useFormat();
  const isReady = copy.state === 'ready' && copy.url !== null;
  return (
    <AccountRow
      icon={<IconFileZip size={20} stroke={1.75} />}
      {...(isReady ? { tone: 'on' as const } : copy.state === 'failed' ? { tone: 'bad' as const } : {})}
      title={say('account.copyOf', { date: format.date(copy.createdAt, 'dayTime') })}
      action={
        isReady ? (
          <Button
            kind="lift"
            size="sm"
            icon={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
            href={copy.url!}
            download={`data-${copy.createdAt.slice(0, 10)}.zip`}
          >
            {say('account.download')}
          </Button>
        ) : null
      }
    >
      {isReady ? (
        `${format.bytes(copy.bytes ?? 0)} · ${say('account.keptUntil', { date: format.date(copy.expiresAt!, 'day') })}`
      ) : (
        <>
          <span role="status">{say(`account.export.${copy.state as 'pending'}`)}</span>
          {copy.state === 'pending' ? <span className={styles.bar} style={{ display: 'block' }} aria-hidden="true" /> : null}
        </>
      )}
    </AccountRow>
  );
};

/** Copies of all own data: asked for, made in the background, downloaded. */
export const DataSection = () => {
  const say = useText();
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
    <AccountSection title={say('account.data')} lead={say('account.dataLead')}>
      <Card pad="none" className={styles.rows}>
        <AccountRow
          icon={<IconArchive size={20} stroke={1.75} />}
          title={say('account.copyTitle')}
          action={
            <Button kind="lift" size="sm" busy={start.busy} disabled={isRunning} onClick={() => void onStart()}>
              {say('account.makeCopy')}
            </Button>
          }
        >
          {start.error ? start.error.message : say('account.copyLine')}
        </AccountRow>
        {list.map((copy) => (
          <Copy key={copy._id} copy={copy} />
        ))}
      </Card>
    </AccountSection>
  );
};
