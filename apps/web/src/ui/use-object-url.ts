import { useEffect, useState } from 'react';

/** The address of a file of this device, for as long as it is shown; null without a file, and before the first effect. */
export const useObjectUrl = (file: File | null | undefined): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
};
