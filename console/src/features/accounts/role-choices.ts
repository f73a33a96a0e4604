import { useTexts } from '../../ui/language-context.tsx';
import { accountTexts, ROLE_TEXTS } from './texts.ts';

type Role = keyof typeof ROLE_TEXTS;

const ROLES = Object.keys(ROLE_TEXTS) as Role[];

/** Weakest first. */
export function useRoleChoices(): { value: Role; label: string }[] {
  const t = useTexts(accountTexts);
  return ROLES.map((value) => ({ value, label: t[ROLE_TEXTS[value]] }));
}
