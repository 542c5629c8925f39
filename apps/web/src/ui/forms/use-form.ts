import { type FormEvent, useState } from 'react';
import { formValues } from './form-values.ts';
import { useKeptForm } from './use-kept-form.ts';

interface FormWay<Answer> {
  /** Submits the form; returns undefined when it was refused. */
  send: (values: ReturnType<typeof formValues>) => Promise<Answer | undefined>;
  /** Called on success. */
  onDone: (answer: Answer, form: HTMLFormElement) => void;
  /** Name of the draft that this device keeps of it; none for secrets and single words. */
  draft?: string | null | undefined;
  /** Whether leaving the page with unsaved changes asks first. */
  asks?: boolean;
}

/** Submit handler, field names and kept draft of a form: these fields show their own errors, so the form need not. */
export const useForm = <Answer>({ send, onDone, draft = null, asks = false }: FormWay<Answer>) => {
  const [names, setNames] = useState<readonly string[]>([]);
  const kept = useKeptForm({ draft, asks });
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    const values = formValues(event);
    setNames([...new FormData(form).keys()]);
    const answer = await send(values);
    if (answer === undefined) return;
    kept.done();
    onDone(answer, form);
  };
  return { names, onSubmit, kept };
};
