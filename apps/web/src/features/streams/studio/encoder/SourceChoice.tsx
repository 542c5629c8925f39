import { IconDeviceDesktop, IconWorld } from '@tabler/icons-react';
import { Segments } from '../../../../ui/Segments.tsx';
import { useText } from '../../../../ui/text.ts';
import type { ShowSource } from './use-source.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Chooses between this browser's camera and OBS. */
export const SourceChoice = ({ source, onChoose }: { source: ShowSource; onChoose: (source: ShowSource) => void }) => {
  const t = useText();
  return (
    <Segments
      label={t('encoder.source')}
      name="publishFrom"
      value={source}
      onChange={onChoose}
      options={[
        {
          value: 'camera',
          text: (
            <>
              <IconWorld {...icon} /> {t('encoder.browser')}
            </>
          ),
        },
        {
          value: 'encoder',
          text: (
            <>
              <IconDeviceDesktop {...icon} /> {t('encoder.obs')}
            </>
          ),
        },
      ]}
      wide
    />
  );
};
