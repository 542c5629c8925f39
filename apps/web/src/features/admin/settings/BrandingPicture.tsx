import type { BrandingKey } from '@stagedoor/contract/settings';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { FileField } from '../../../ui/FileField.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import branding from './branding.module.css';

interface BrandingPictureProps {
  settingKey: BrandingKey;
  label: string;
  /** Its URL; empty for none. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onUploaded: () => void;
}

const MAX_BYTES = 2 * 1024 * 1024;

/** A branding picture: preview, upload (effective at once), or a URL. */
export const BrandingPicture = ({ settingKey, label, value, error, onChange, onUploaded }: BrandingPictureProps) => {
  const t = useText();
  const upload = useAction('POST /admin/branding/{key}/upload');
  const [file, setFile] = useState<File | null>(null);
  const send = async (next: File | null) => {
    setFile(next);
    if (!next) return;
    const answer = await upload.run({ params: { key: settingKey }, files: { file: next } });
    if (!answer) return;
    setFile(null);
    toast(t('settings.uploaded'), { tone: 'ok' });
    onUploaded();
  };
  return (
    <div className={branding.picture}>
      <div className={classes(branding.frame, settingKey === 'whiteLogoUrl' && branding.frameDark)}>
        {value ? <img src={value} alt={t('settings.pictureNow')} /> : <span className={type.faint}>{t('settings.noPicture')}</span>}
      </div>
      <div className={branding.pictureFields}>
        <FileField
          label={`${label}: ${t('settings.upload')}`}
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          maxBytes={MAX_BYTES}
          file={file}
          onFile={(next) => void send(next)}
          progress={upload.progress}
          error={upload.error?.message}
        />
        <TextField
          label={t('settings.address')}
          value={value}
          error={error}
          maxLength={500}
          spellCheck={false}
          dir="ltr"
          onChange={(event) => onChange(event.currentTarget.value.trim())}
        />
      </div>
    </div>
  );
};
