import { IconWifi, IconWifiOff } from '@tabler/icons-react';
import { Chip } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';
import type { ConnectionQuality } from './connection-health.ts';

const WORDS = { good: 'room.connectionGood', weak: 'studio.connectionWeak', reconnecting: 'room.reconnecting' } as const;

/** How good a connection is, in a word, over the picture. */
export const ConnectionChip = ({ quality, size = 'lg' }: { quality: ConnectionQuality; size?: 'md' | 'lg' }) => {
  const t = useText();
  const Icon = quality === 'good' ? IconWifi : IconWifiOff;
  return (
    <Chip tone={quality === 'good' ? 'glass' : 'warn'} size={size} icon={<Icon size={14} stroke={1.75} aria-hidden="true" />}>
      {t(WORDS[quality])}
    </Chip>
  );
};
