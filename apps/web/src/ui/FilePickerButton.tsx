import type { ReactNode } from 'react';
import styles from './FilePickerButton.module.css';

interface FilePickerButtonProps {
  /** What is picked; also its accessible name. */
  label: string;
  icon: ReactNode;
  accept: string;
  multiple?: boolean;
  /** Shown instead of the full label, where a heading gives the context. */
  text?: string;
  disabled?: boolean;
  onPick: (files: File[]) => void;
}

/** A button that opens the system's file picker. */
export const FilePickerButton = ({ label, text, icon, accept, multiple, disabled, onPick }: FilePickerButtonProps) => (
  <span className={styles.pick}>
    <span className={styles.face} aria-hidden="true">
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
