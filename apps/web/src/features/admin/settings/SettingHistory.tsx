import { isOneOf } from '@stagedoor/contract/keys.values';
import { ENGINES } from '@stagedoor/contract/settings.values';
import { useState } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { titleKey } from './settings.ts';
import historyStyles from './history.module.css';

const STEP = 20;
const MAX_LENGTH = 160;

/** Changes of a setting: who, when, old and new value; newest first. */
export const SettingHistory = ({ settingKey, onClose }: { settingKey: string | null; onClose: () => void }) => {
  const t = useText();
  return (
    <Sheet
      opened={settingKey !== null}
      onClose={onClose}
      title={settingKey ? t('settings.historyOf', { name: t(titleKey(settingKey)) }) : ''}
      width={560}
    >
      {settingKey ? <Changes key={settingKey} settingKey={settingKey} /> : null}
    </Sheet>
  );
};

const Changes = ({ settingKey }: { settingKey: string }) => {
  const t = useText();
  const format = useFormat();
  const [limit, setLimit] = useState(STEP);
  const changes = useData('GET /admin/settings/changes', { query: { key: settingKey, limit } });
  const { data } = changes;
  const words = (value: unknown): string => {
    if (value === '' || value === null || (Array.isArray(value) && value.length === 0)) return t('settings.empty');
    if (typeof value === 'boolean') return t(value ? 'settings.on' : 'settings.off');
    if (isOneOf(ENGINES, value)) return t(`settingChoice.${value}`);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  };
  if (!data) {
    return (
      <Pending of={changes}>
        <RowsSkeleton rows={3} size={24} square />
      </Pending>
    );
  }
  if (data.total === 0) return <p className={type.quiet}>{t('settings.historyEmpty')}</p>;
  return (
    <>
      <ol className={historyStyles.history}>
        {data.data.map((change) => (
          <li key={change._id} className={historyStyles.change}>
            <span className={classes(type.tiny, type.faint)}>
              {t('settings.by', {
                name: change.changedBy?.name ?? t('settings.system'),
                date: format.date(change.changedAt, 'dayTime'),
              })}
            </span>
            <span className={historyStyles.fromTo}>
              <span className={type.hidden}>{t('settings.from')} </span>
              <del>{words(change.from)}</del>
              <span className={type.hidden}> {t('settings.to')} </span>
              <ins>{words(change.to)}</ins>
            </span>
          </li>
        ))}
      </ol>
      {data.total > data.data.length && limit < 100 ? (
        <Button kind="outline" wide onClick={() => setLimit(Math.min(100, limit + STEP))}>
          {t('settings.more')}
        </Button>
      ) : null}
    </>
  );
};
