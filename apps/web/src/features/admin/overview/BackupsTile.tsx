import type { Contract, ResponseOf } from '@stagedoor/contract';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import { Tile } from './Tile.tsx';

type Backups = ResponseOf<Contract['GET /admin/overview']>['backups'];

const TONES = { external: undefined, off: 'warn', none: 'warn', ok: 'ok', late: 'bad', failed: 'bad' } as const;

/** The last backup, and the last time that one was restored as a rehearsal. */
export const BackupsTile = ({ backups, to }: { backups: Backups; to: string | undefined }) => {
  const t = useText();
  const { state, lastAt, rehearsedAt, rehearsalFailed, failure } = backups;
  const tone = rehearsalFailed ? 'bad' : TONES[state];
  return (
    <Tile
      label={t('admin.backups')}
      to={to}
      figure={t(rehearsalFailed && state === 'ok' ? 'admin.backups.rehearsalFailed' : `admin.backups.${state}`)}
      {...(tone ? { tone } : {})}
    >
      {failure !== null && tone === 'bad' ? <>{failure} </> : null}
      {lastAt ? (
        <>
          {t('admin.backups.last')}: <TimeAgo instant={lastAt} />
          {rehearsedAt ? (
            <>
              {' · '}
              {t('admin.backups.rehearsed')}: <TimeAgo instant={rehearsedAt} />
            </>
          ) : null}
        </>
      ) : (
        t(state === 'external' ? 'admin.backups.externalText' : 'admin.backups.noneText')
      )}
    </Tile>
  );
};
