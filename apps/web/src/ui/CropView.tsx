import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from './Button.tsx';
import { type CropArea, cropPicture } from './crop-picture.ts';
import type { CropSheetProps } from './CropSheet.tsx';
import styles from './CropView.module.css';
import { useFormat } from './format.tsx';
import { useText } from './text.ts';
import { useObjectUrl } from './use-object-url.ts';

const MAX_ZOOM = 4;
const START = { x: 0, y: 0 };

const CropView = ({ file, shape, onCrop, onClose }: CropSheetProps & { file: File }) => {
  const t = useText();
  const format = useFormat();
  const zoomId = useId();
  const address = useObjectUrl(file);
  const [place, setPlace] = useState(START);
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea | null>(null);
  const [isCropping, setIsCropping] = useState(false);
  const crop = async () => {
    if (!area) return;
    setIsCropping(true);
    const cropped = await cropPicture(file, area, shape.widest).catch(() => file);
    setIsCropping(false);
    onCrop(cropped);
  };
  return (
    <div className={styles.crop}>
      <div className={styles.stage}>
        {address ? (
          <Cropper
            image={address}
            crop={place}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={shape.aspect}
            cropShape={shape.isRound ? 'round' : 'rect'}
            showGrid={false}
            objectFit="contain"
            keyboardStep={8}
            disableAutomaticStylesInjection
            classes={{ cropAreaClassName: styles.area! }}
            cropperProps={{ role: 'application', 'aria-label': t('ui.crop.area') }}
            mediaProps={{ alt: '', onError: () => onCrop(file) }}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropAreaChange={(_share, pixels) => setArea(pixels)}
          />
        ) : null}
      </div>
      <label className={styles.zoom} htmlFor={zoomId}>
        <span>{t('ui.crop.zoom')}</span>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          aria-valuetext={format.percent(Math.round(zoom * 100))}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        />
      </label>
      <div className={styles.acts}>
        <Button kind="lift" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button kind="gold" busy={isCropping} disabled={area === null} onClick={() => void crop()}>
          {t('ui.crop.use')}
        </Button>
      </div>
    </div>
  );
};

export default CropView;
