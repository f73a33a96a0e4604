// Two languages. Every feature has its texts in one file, both languages side by side.

export const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

type Word = string | ((...given: never[]) => string);
type SameWords<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] };

export type Texts<T> = Readonly<Record<Language, SameWords<T>>>;

export function defineTexts<T extends Readonly<Record<string, Word>>>(texts: {
  readonly 'pt-BR': T;
  readonly en: SameWords<T>;
}): Texts<T> {
  return texts as Texts<T>;
}

const KEY = 'farol.language';

export function readLanguage(): Language {
  return localStorage.getItem(KEY) === 'en' ? 'en' : 'pt-BR';
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}
