import type { Contract, ResponseOf } from '@stagedoor/contract';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { Tile } from './Tile.tsx';

type Disk = ResponseOf<Contract['GET /admin/overview']>['disk'];

/** A warning while the disk has little room; nothing otherwise. */
export const DiskTile = ({ disk: { state, freeBytes, reserveBytes } }: { disk: Disk }) => {
  const t = useText();
  const format = useFormat();
  if (state === 'ok') return null;
  return (
    <Tile
      label={t(`admin.disk.${state}`)}
      figure={t('admin.disk.free', { size: format.bytes(freeBytes) })}
      tone={state === 'full' ? 'bad' : 'warn'}
    >
      {t(`admin.disk.${state}Text`, { size: format.bytes(reserveBytes) })}
    </Tile>
  );
};
