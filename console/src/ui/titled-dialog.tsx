import type { JSX, ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

type TitledDialogProps = { title: string; size?: 'md' | 'lg'; onClose(): void; children: ReactNode };

/** There only while it is open. */
export function TitledDialog(props: TitledDialogProps): JSX.Element {
  return <Dialog isOpen {...props} />;
}
