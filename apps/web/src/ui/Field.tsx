import { IconAlertCircle, IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, type InvalidEvent, type ReactNode, useId, useState } from 'react';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import styles from './Field.module.css';
import { type Translate, useText } from './text.ts';

export interface FieldProps {
  label: ReactNode;
  /** At the end of the label's line: "Forgot it?". */
  aside?: ReactNode;
  /** Error message below the field; the value is kept. */
  error?: string | undefined;
  /** Help text, shown without an error. */
  hint?: ReactNode;
  /** Marks the field as optional. */
  optional?: boolean;
}

interface FieldIds {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The validation message of a field, in the site's own words and language instead of the browser's bubble. */
const refusal = (t: Translate, control: Control): string => {
  const { validity } = control;
  const attribute = (name: string) => control.getAttribute(name) ?? '';
  if (validity.valueMissing && control.type === 'file') return control.dataset['missing'] ?? t('validation.file');
  if (validity.valueMissing) return t(control.type === 'checkbox' ? 'validation.tick' : 'validation.required');
  if (validity.tooShort) return t('validation.tooShort', { minimum: attribute('minlength') });
  if (control.type === 'number' && validity.badInput) return t('validation.number');
  if (validity.typeMismatch) return t(control.type === 'email' ? 'validation.email' : 'validation.url');
  if (validity.patternMismatch) return t('validation.pattern');
  if (control.type === 'number' && validity.rangeUnderflow) return t('validation.tooSmall', { minimum: attribute('min') });
  if (control.type === 'date' && validity.rangeOverflow && attribute('autocomplete') === 'bday') return t('validation.adult');
  if (control.type === 'number' && validity.rangeOverflow) return t('validation.tooBig', { maximum: attribute('max') });
  return control.validationMessage;
};

/** Shows the site's own message instead of the browser's bubble, until the value changes. */
const useRefusal = () => {
  const t = useText();
  const [refused, setRefused] = useState<string>();
  const onInvalidCapture = (event: InvalidEvent<HTMLElement>) => {
    const control = event.target as unknown as Control;
    event.preventDefault();
    setRefused(refusal(t, control));
    // As the browser would, focus only the first one.
    if (control.form?.querySelector(':is(input, select, textarea):invalid') === control) control.focus();
  };
  return { refused, listeners: { onInvalidCapture, onInput: () => setRefused(undefined) } };
};

/** The message below a field: the form's own check, or the server's until the value changes. */
export const useFieldError = (answered: string | undefined) => {
  const { refused, listeners } = useRefusal();
  const [isEdited, setEdited] = useState(false);
  // The next attempt clears the answer; what it answers is shown again.
  if (isEdited && answered === undefined) setEdited(false);
  const onInput = () => {
    listeners.onInput();
    setEdited(answered !== undefined);
  };
  return { error: refused ?? (isEdited ? undefined : answered), listeners: { ...listeners, onInput } };
};

/** Label, control, and error or hint; connected for screen readers. */
export const Field = (props: FieldProps & { children: (wiring: FieldIds) => ReactNode; className?: string | undefined }) => {
  const { label, aside, hint, optional, children, className } = props;
  const id = useId();
  const t = useText();
  const { error, listeners } = useFieldError(props.error);
  const note = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={classes(styles.field, className)} {...listeners}>
      <span className={styles.head}>
        <label htmlFor={id}>
          {label} {optional ? <span className={styles.optional}>{t('ui.optional')}</span> : null}
        </label>
        {aside}
      </span>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': note })}
      {error ? (
        <FieldError id={`${id}-error`}>{error}</FieldError>
      ) : hint ? (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      ) : null}
    </div>
  );
};

/** The error below a field, or below a whole form. */
export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <span id={id} className={styles.error} role="alert">
    <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
    <span>{children}</span>
  </span>
);

/** The classes of a control's box. */
export const box = (wiring: FieldIds, disabled: boolean | undefined, extra?: string): string =>
  classes(styles.input, wiring['aria-invalid'] && styles.invalid, disabled && styles.disabled, extra);

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'className'> & {
    /** In front of the text: a coin, an @. */
    start?: ReactNode;
    /** Behind the text: a button. */
    end?: ReactNode;
    /** Behind the text, as part of the field's description: what its value is worth. */
    endNote?: string | undefined;
  };

/** A single-line input: text, number, date, address. */
export const TextField = ({ label, aside, error, hint, optional, start, end, endNote, type = 'text', ...input }: TextFieldProps) => (
  <Field label={label} aside={aside} error={error} hint={hint} optional={optional ?? false}>
    {(wiring) => (
      <span className={box(wiring, input.disabled)}>
        {start ? <span className={styles.start}>{start}</span> : null}
        <input
          {...input}
          {...wiring}
          aria-describedby={classes(wiring['aria-describedby'], endNote && `${wiring.id}-end`) || undefined}
          type={type}
        />
        {endNote ? (
          <span id={`${wiring.id}-end`} className={classes(styles.end, styles.endNote)}>
            {endNote}
          </span>
        ) : null}
        {end ? <span className={styles.end}>{end}</span> : null}
      </span>
    )}
  </Field>
);

/** A password input with a show button. */
export const PasswordField = (props: Omit<TextFieldProps, 'type' | 'end' | 'start'>) => {
  const t = useText();
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      end={
        <IconButton
          label={t(shown ? 'ui.hidePassword' : 'ui.showPassword')}
          icon={<Icon size={20} stroke={1.75} />}
          onClick={() => setShown(!shown)}
          size="sm"
        />
      }
    />
  );
};

/** A multi-line input. */
export const TextArea = ({
  label,
  aside,
  error,
  hint,
  optional,
  ...input
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>) => (
  <Field label={label} aside={aside} error={error} hint={hint} optional={optional ?? false}>
    {(wiring) => (
      <span className={box(wiring, input.disabled)}>
        <textarea {...input} {...wiring} />
      </span>
    )}
  </Field>
);
