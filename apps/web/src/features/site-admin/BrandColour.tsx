import { brandTones } from '@stagedoor/contract/brand-colours';
import type { CSSProperties } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import branding from './branding.module.css';

interface BrandColourProps {
  label: string;
  /** `#rrggbb`, or empty for ours. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const OUR_GOLD = '#ffc53d';
const GROUNDS = {
  light: { stage: '#fffcf8', text: '#22151f' },
  dark: { stage: '#171016', text: '#f7f0ee' },
} as const;

/** One colour, and what becomes of it in both themes. */
export const BrandColour = ({ label, value, error, onChange }: BrandColourProps) => {
  const say = useText();
  const tones = brandTones(value || OUR_GOLD);
  return (
    <div className={branding.colour}>
      <TextField
        label={label}
        error={error}
        value={value}
        maxLength={7}
        spellCheck={false}
        placeholder={say('settings.colourOurs')}
        dir="ltr"
        start={
          <input
            type="color"
            className={branding.swatch}
            aria-label={say('settings.colourPick')}
            value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : OUR_GOLD}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        }
        end={
          value ? (
            <Button kind="text" size="sm" onClick={() => onChange('')}>
              {say('settings.colourOurs')}
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
              style={
                {
                  '--sample-stage': GROUNDS[theme].stage,
                  '--sample-spot': tones[theme]['spot'],
                  '--sample-on': tones[theme]['on-spot'],
                  '--sample-text': tones[theme]['spot-text'],
                  '--sample-soft': tones[theme]['spot-soft'],
                  '--sample-line': tones[theme]['spot-line'],
                } as CSSProperties
              }
            >
              <span className={branding.sampleButton}>{say('settings.colourSample')}</span>
              <span className={branding.sampleText}>{say('settings.colourText')}</span>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
};
