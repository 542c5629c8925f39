import type { FormEvent } from 'react';

/** The texts of a form's fields by name, and whether each tick is set. Stops the browser from sending it. */
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
