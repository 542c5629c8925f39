import { IconWifiOff } from '@tabler/icons-react';
import { Chip } from '../../../ui/Chip.tsx';
import { useText } from '../../../ui/text.ts';

/** Over the picture on air: the connection is too weak for the show. Announced to screen readers when it appears. */
export const WeakChip = ({ isWeak }: { isWeak: boolean }) => {
  const t = useText();
  return (
    <span role="status">
      {isWeak ? (
        <Chip tone="warn" size="lg" icon={<IconWifiOff size={14} stroke={1.75} aria-hidden="true" />}>
          {t('studio.connectionWeak')}
        </Chip>
      ) : null}
    </span>
  );
};
