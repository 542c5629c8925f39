import { useState } from 'react';

/** The files that are chosen, open, or about to be deleted. */
export const useMediaSelection = () => {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [deleting, setDeleting] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<string | null>(null);
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return { chosen, setChosen, deleting, setDeleting, opened, setOpened, toggle };
};
