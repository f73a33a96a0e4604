import type { JSX, ReactNode } from 'react';
import type { Register } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { NothingYet } from '../../ui/states.tsx';
import { findingTexts } from './finding-texts.ts';

type Status = Register['status'];
type FindingProps = {
  title: string;
  none: string;
  status: Status;
  count: number;
  children: ReactNode;
  aside?: ReactNode;
};

/** Nothing found, not checked and failed are three different things, and look like it. */
export function Finding({ title, none, status, count, children, aside }: FindingProps): JSX.Element {
  const t = useTexts(findingTexts);
  const words: Record<Status, [string, string]> = {
    DONE: [none, t.nothingHint],
    INITIAL: [t.notChecked, t.notCheckedHint],
    PROCESSING: [t.waiting, t.waitingHint],
    ERROR: [t.failed, t.failedHint],
  };
  const [told, hint] = words[status];
  return (
    <Section title={title} aside={count > 0 ? aside : null}>
      {count > 0 ? children : <NothingYet title={told}>{hint}</NothingYet>}
    </Section>
  );
}
