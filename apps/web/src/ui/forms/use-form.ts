import { type FormEvent, useState } from 'react';
import { formValues } from './form-values.ts';

interface FormWay<Answer> {
  /** Submits the form; returns undefined when it was refused. */
  send: (values: ReturnType<typeof formValues>) => Promise<Answer | undefined>;
  /** Called on success. */
  onDone: (answer: Answer, form: HTMLFormElement) => void;
}

/** Submit handler and field names of a form: these fields show their own errors, so the form need not. */
export const useForm = <Answer>({ send, onDone }: FormWay<Answer>) => {
  const [names, setNames] = useState<readonly string[]>([]);
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    const values = formValues(event);
    setNames([...new FormData(form).keys()]);
    const answer = await send(values);
    if (answer !== undefined) onDone(answer, form);
  };
  return { names, onSubmit };
};
