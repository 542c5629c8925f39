import type { FormEvent } from 'react';

interface FormValues {
  /** `T` is for fields of choices, which have no other values: the server refuses what isn't one. */
  text: <T extends string = string>(name: string) => T;
  ticked: (name: string) => boolean;
}

/** Prevents the browser's submit; returns the texts of a form's fields by name, and whether each checkbox is checked. */
export const formValues = (event: FormEvent<HTMLFormElement>): FormValues => {
  event.preventDefault();
  const values = new FormData(event.currentTarget);
  return {
    text: <T extends string>(name: string): T => {
      const value = values.get(name);
      return (typeof value === 'string' ? value : '') as T;
    },
    ticked: (name) => values.has(name),
  };
};
