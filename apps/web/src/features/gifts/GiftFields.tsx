import { GIFT_ANIMATIONS } from '@stagedoor/contract/gifts.values';
import type { GiftDraft } from './gift-draft.ts';
import { IconSparkles } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ApiError } from '../../app/api.ts';
import { useSettings } from '../../app/boot.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { useAmountText } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { FileField } from '../../ui/FileField.tsx';
import { TokenField } from '../../ui/TokenField.tsx';
import { TipBurst } from '../../ui/TipBurst.tsx';
import { typedTokens } from '../../ui/typed-tokens.ts';
import { useText } from '../../ui/text.ts';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import styles from './gifts.module.css';

const MAX_BYTES = 10 * 1024 * 1024;

interface GiftFieldsProps {
  draft: GiftDraft;
  onChange: (draft: GiftDraft) => void;
  file: File | null;
  onFile: (file: File | null) => void;
  /** Its current picture; null for a new gift, which requires one. */
  image: string | null;
  progress: number | null;
  error: ApiError | null;
  fileError: string | undefined;
  pictureHint?: string | undefined;
}

/** The fields of a gift: name, price, picture and animation. */
export const GiftFields = ({ draft, onChange, file, onFile, image, progress, error, fileError, pictureHint }: GiftFieldsProps) => {
  const t = useText();
  const written = useAmountText();
  const { priceMaximum = 1000 } = useSettings();
  const price = typedTokens(draft.price);
  const isWrong = draft.price !== '' && (price === null || price > priceMaximum);
  return (
    <>
      <TextField
        label={t('gifts.name')}
        value={draft.name}
        maxLength={40}
        error={error?.fields['name']}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <TokenField
        label={t('gifts.price')}
        value={draft.price}
        error={error?.fields['price'] ?? (isWrong ? t('gifts.priceBounds', { maximum: written(priceMaximum, { trim: true }) }) : undefined)}
        onChange={(event) => onChange({ ...draft, price: event.currentTarget.value })}
      />
      <FileField
        label={t('gifts.picture')}
        hint={pictureHint ?? t('gifts.pictureHint')}
        optional={image !== null}
        accept="image/*"
        maxBytes={MAX_BYTES}
        file={file}
        onFile={onFile}
        progress={progress}
        error={fileError ?? error?.fields['fileId']}
      />
      <SelectField
        label={t('gifts.animation')}
        value={draft.animation}
        choices={GIFT_ANIMATIONS.map((animation) => ({ value: animation, text: t(`gifts.animation.${animation}`) }))}
        onChoose={(animation) => onChange({ ...draft, animation })}
      />
      <Try draft={draft} file={file} image={image} />
    </>
  );
};

/** Previews the animation. */
const Try = ({ draft, file, image }: Pick<GiftFieldsProps, 'draft' | 'file' | 'image'>) => {
  const t = useText();
  const { name } = useCurrentUser();
  const chosen = useObjectUrl(file);
  const [flight, setFlight] = useState(0);
  const onDone = useCallback(() => setFlight(0), []);
  const shown = chosen ?? image;
  return (
    <div className={styles.animations}>
      <Button
        kind="lift"
        size="sm"
        icon={<IconSparkles size={20} stroke={1.75} />}
        disabled={shown === null}
        onClick={() => setFlight(flight + 1)}
      >
        {t('gifts.try')}
      </Button>
      {flight > 0 && shown
        ? createPortal(
            <div className={styles.trial}>
              <TipBurst
                key={flight}
                name={name.split(' ')[0] ?? ''}
                tokens={0}
                gift={{ name: draft.name, image: shown, symbol: null, animation: draft.animation, count: 1 }}
                x={50}
                y={42}
                onDone={onDone}
              />
            </div>,
            document.body,
          )
        : null}
    </div>
  );
};
