/** The values of a form's fields that may be kept, by name; `1` or nothing for checkboxes. */
export type FieldValues = Readonly<Record<string, string>>;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const NEVER_KEPT = new Set(['password', 'file', 'hidden', 'submit', 'button', 'reset']);

/** Radio groups have generated names: `data-field` has the stable one. */
const nameOf = (control: Control): string => control.dataset['field'] ?? control.name;

const isKept = (element: Element): element is Control =>
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) &&
  nameOf(element) !== '' &&
  !NEVER_KEPT.has(element.type) &&
  element.autocomplete !== 'one-time-code' &&
  // Personal data of somebody else, or a value kept by `useKeptState`.
  element.dataset['unkept'] === undefined;

const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isKept);

const isTicked = (control: Control): boolean => control instanceof HTMLInputElement && control.checked;

export const readFields = (form: HTMLFormElement): FieldValues => {
  const values: Record<string, string> = {};
  for (const control of controlsOf(form)) {
    if (control.type === 'radio') {
      if (isTicked(control)) values[nameOf(control)] = control.value;
    } else values[nameOf(control)] = control.type === 'checkbox' ? (isTicked(control) ? '1' : '') : control.value;
  }
  return values;
};

/** Sets a control as its user would, so that React's listeners hear of it. */
const fill = (control: Control, value: string): void => {
  if (control.type === 'checkbox') {
    if (isTicked(control) !== (value === '1')) control.click();
  } else if (control.type === 'radio') {
    if (control.value === value && !isTicked(control)) control.click();
  } else if (control.value !== value) {
    // React overrides the property on the element to know what it rendered; the prototype's setter passes it by.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  }
};

/** Fills the form's controls that are named in `values`. */
export const fillFields = (form: HTMLFormElement, values: FieldValues): void => {
  for (const control of controlsOf(form)) {
    const value = values[nameOf(control)];
    if (value !== undefined) fill(control, value);
  }
};

/** The fields of `typed` that differ from `saved`. */
export const changedFields = (saved: FieldValues, typed: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== (saved[name] ?? '')));

/** What of a draft still applies to the values saved now: fields that were changed elsewhere keep the newer value. */
export const stillApplying = (draft: { saved: FieldValues; typed: FieldValues }, now: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(changedFields(draft.saved, draft.typed)).filter(
      ([name, value]) => (now[name] ?? '') === (draft.saved[name] ?? '') && value !== (now[name] ?? ''),
    ),
  );
