import type { FormEvent } from 'react';

/** Prevents the browser's submit; returns the texts of a form's fields by name, and whether each checkbox is checked. */
export const formValues = (event: FormEvent<HTMLFormElement>): { text: (name: string) => string; ticked: (name: string) => boolean } => {
  event.preventDefault();
  const values = new FormData(event.currentTarget);
  return {
    text: (name) => {
      const value = values.get(name);
      return typeof value === 'string' ? value : '';
    },
    ticked: (name) => values.has(name),
  };
};
