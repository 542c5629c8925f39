import { brandTones } from '@stagedoor/contract/brand-colours';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import branding from './branding.module.css';

interface BrandColourProps {
  label: string;
  /** `#rrggbb`, or empty for the default. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const OUR_GOLD = '#ffc53d';
const BACKGROUNDS = {
  light: { stage: '#fffcf8', text: '#22151f' },
  dark: { stage: '#171016', text: '#f7f0ee' },
} as const;

/** The accent colour, with a preview in both themes. */
export const BrandColour = ({ label, value, error, onChange }: BrandColourProps) => {
  const t = useText();
  const tones = brandTones(value || OUR_GOLD);
  return (
    <div className={branding.colour}>
      <TextField
        label={label}
        error={error}
        value={value}
        maxLength={7}
        spellCheck={false}
        placeholder={t('settings.colourOurs')}
        dir="ltr"
        start={
          <input
            type="color"
            className={branding.swatch}
            aria-label={t('settings.colourPick')}
            value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : OUR_GOLD}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        }
        end={
          value ? (
            <Button kind="text" size="sm" onClick={() => onChange('')}>
              {t('settings.colourOurs')}
            </Button>
          ) : undefined
        }
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      {tones ? (
        <div className={branding.samples} aria-hidden="true">
          {(['light', 'dark'] as const).map((theme) => (
            <div
              key={theme}
              className={branding.sample}
              style={{
                '--sample-stage': BACKGROUNDS[theme].stage,
                '--sample-spot': tones[theme]['spot'],
                '--sample-on': tones[theme]['on-spot'],
                '--sample-text': tones[theme]['spot-text'],
                '--sample-soft': tones[theme]['spot-soft'],
                '--sample-line': tones[theme]['spot-line'],
              }}
            >
              <span className={branding.sampleButton}>{t('settings.colourSample')}</span>
              <span className={branding.sampleText}>{t('settings.colourText')}</span>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
};
