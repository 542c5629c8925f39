import type { ReactNode } from 'react';
import styles from './model.module.css';

interface PickFileProps {
  /** Says what is picked; also its spoken name. */
  label: string;
  icon: ReactNode;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onPick: (files: File[]) => void;
}

/** A button that opens the system's choice of files. */
export const PickFile = ({ label, icon, accept, multiple, disabled, onPick }: PickFileProps) => (
  <span className={styles.pick}>
    <span className={styles.pickFace} aria-hidden="true">
      {icon}
      {label}
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
