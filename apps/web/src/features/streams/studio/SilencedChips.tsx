import { IconMicrophoneOff, IconVideoOff } from '@tabler/icons-react';
import { Chip } from '../../../ui/Chip.tsx';
import { useText } from '../../../ui/text.ts';
import type { Silenced } from './use-silenced.ts';

/** Over a picture that is published: what of it others don't get. */
export const SilencedChips = ({ silenced, size }: { silenced: Pick<Silenced, 'isMuted' | 'isHidden'>; size: 'md' | 'lg' }) => {
  const t = useText();
  return (
    <>
      {silenced.isMuted ? (
        <Chip tone="glass" size={size} icon={<IconMicrophoneOff size={14} stroke={1.75} aria-hidden="true" />}>
          {t('studio.microphoneOff')}
        </Chip>
      ) : null}
      {silenced.isHidden ? (
        <Chip tone="glass" size={size} icon={<IconVideoOff size={14} stroke={1.75} aria-hidden="true" />}>
          {t('studio.cameraOff')}
        </Chip>
      ) : null}
    </>
  );
};
