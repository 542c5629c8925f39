import { useState } from 'react';
import { Coin } from './Amount.tsx';
import { TextField, type TextFieldProps } from './Field.tsx';
import { useFormat } from './format.tsx';
import { typedTokens } from './typed-tokens.ts';

type TokenFieldProps = Omit<TextFieldProps, 'start' | 'end' | 'endNote' | 'type' | 'inputMode'> & {
  value?: string;
  defaultValue?: string;
  /** What it is worth is below the field, for rows that are too narrow for both; it takes the hint’s place. */
  isNarrow?: boolean;
};

/** An amount of tokens, and while it is typed what it is worth in the site's currency; nothing for what isn't an amount. */
export const TokenField = ({ onInput, isNarrow = false, ...field }: TokenFieldProps) => {
  const format = useFormat();
  // What a field holds that isn't controlled.
  const [typed, setTyped] = useState(field.defaultValue ?? '');
  const tokens = field.error ? null : typedTokens(field.value ?? typed);
  const worth = tokens === null ? undefined : format.worth(tokens);
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      start={<Coin />}
      {...(isNarrow ? { hint: worth ?? field.hint } : { endNote: worth })}
      onInput={(event) => {
        setTyped(event.currentTarget.value);
        onInput?.(event);
      }}
    />
  );
};
