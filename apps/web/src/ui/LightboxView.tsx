import Base from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import type { LightboxProps } from './Lightbox.tsx';
import { useCloseOnBack } from './sheet-history.ts';
import { useText } from './text.ts';
import { ViewerWatermark } from './ViewerWatermark.tsx';

/** The lightbox itself; dark in both themes. */
const LightboxView = ({ slides, index, onClose, mark }: LightboxProps & { index: number }) => {
  const t = useText();
  useCloseOnBack(true, onClose);
  return (
    <Base
      open
      close={onClose}
      index={index}
      slides={slides.map((slide) => ({ ...slide }))}
      plugins={slides.length > 1 ? [Counter, Zoom] : [Zoom]}
      carousel={{ finite: true, preload: 1 }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      styles={{ root: { '--yarl__color_backdrop': 'rgba(10, 6, 9, .96)', '--yarl__color_button': '#f7f0ee' } }}
      render={{
        ...(mark ? { controls: () => <ViewerWatermark name={mark} central /> } : {}),
        // A single picture has no next one.
        ...(slides.length === 1 ? { buttonPrev: () => null, buttonNext: () => null } : {}),
      }}
      labels={{ Previous: t('ui.previous'), Next: t('ui.next'), Close: t('ui.close'), Lightbox: t('ui.pictures') }}
    />
  );
};

export default LightboxView;
