import type { ReactNode } from 'react';
import styles from './model.module.css';

interface PickFileProps {
  /** Says what is picked; also its spoken name. */
  label: string;
  icon: ReactNode;
  accept: string;
  multiple?: boolean;
  /** Seen instead of the whole name, where a heading says the rest. */
  text?: string;
  disabled?: boolean;
  onPick: (files: File[]) => void;
}

/** A button that opens the system's choice of files. */
export const PickFile = ({ label, text, icon, accept, multiple, disabled, onPick }: PickFileProps) => (
  <span className={styles.pick}>
    <span className={styles.pickFace} aria-hidden="true">
      {icon}
      {text ?? label}
    </span>
    <input
      type="file"
      aria-label={label}
      accept={accept}
      multiple={multiple}
      disabled={disabled}
      onChange={(event) => {
        onPick([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  </span>
);
