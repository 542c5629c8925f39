import type { AdminEmoji } from '@stagedoor/contract/gifts';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/Check.tsx';
import { TextField } from '../../ui/Field.tsx';
import { typedTokens } from '../../ui/typed-tokens.ts';
import { TokenField } from '../../ui/TokenField.tsx';
import { useText } from '../../ui/text.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { FormDraft } from '../../ui/forms/FormDraft.tsx';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';

import styles from './gifts.module.css';

/** Creates or edits an emoji of the chat. */
export const EmojiForm = ({ emoji, onSaved }: { emoji: AdminEmoji | null; onSaved: () => Promise<void> }) => {
  const t = useText();
  const create = useAction('POST /admin/emojis');
  const update = useAction('PUT /admin/emojis/{id}');
  const [symbol, setSymbol] = useState(emoji?.symbol ?? '');
  const [name, setName] = useState(emoji?.name ?? '');
  const [code, setCode] = useState(emoji?.code ?? '');
  const [price, setPrice] = useState(emoji?.price ? String(emoji.price) : '');
  const [isActive, setActive] = useState(emoji?.isActive ?? true);
  const error = create.error ?? update.error;
  const kept = useKeptForm({ draft: `emoji.${emoji?._id ?? 'new'}`, asks: false });
  const tokens = typedTokens(price);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { symbol: symbol.trim(), name, code, price: tokens === null ? null : String(tokens), isActive };
    const saved = emoji ? await update.run({ params: { id: emoji._id }, body }) : await create.run({ body });
    if (!saved) return;
    kept.done();
    await onSaved();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormError error={error} fields={['symbol', 'name', 'code', 'price']} />
      <FormDraft kept={kept} />
      <TextField
        label={t('siteGifts.symbol')}
        name="symbol"
        value={symbol}
        maxLength={32}
        autoComplete="off"
        error={error?.fields['symbol']}
        onChange={(event) => setSymbol(event.currentTarget.value)}
      />
      <TextField
        label={t('gifts.name')}
        name="name"
        value={name}
        maxLength={40}
        error={error?.fields['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={t('siteGifts.code')}
        name="code"
        hint={t('siteGifts.codeHint')}
        value={code}
        maxLength={32}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        error={error?.fields['code']}
        onChange={(event) => setCode(event.currentTarget.value.trim())}
      />
      <TokenField
        label={t('gifts.price')}
        name="price"
        optional
        value={price}
        hint={t('siteGifts.emojiPriceHint')}
        error={error?.fields['price']}
        onChange={(event) => setPrice(event.currentTarget.value)}
      />
      <Switch
        name="isActive"
        label={t('siteGifts.activeEmoji')}
        checked={isActive}
        onChange={(event) => setActive(event.currentTarget.checked)}
      />
      <Button
        kind="gold"
        size="lg"
        wide
        type="submit"
        busy={create.busy || update.busy}
        disabled={symbol.trim() === '' || name.trim() === '' || code === '' || (price.trim() !== '' && tokens === null)}
      >
        {t('gifts.save')}
      </Button>
    </form>
  );
};
