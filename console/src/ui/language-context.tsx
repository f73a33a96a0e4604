import { createContext, use, useLayoutEffect, useMemo, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { createFormats } from './formats.ts';
import type { Formats } from './formats.ts';
import { keepLanguage, readLanguage } from './language.ts';
import type { Language, Texts } from './language.ts';

export type Spoken = { language: Language; formats: Formats; speak(language: Language): void };

const LanguageContext = createContext<Spoken | null>(null);

export function LanguageProvider({ children }: { children: ReactNode }): JSX.Element {
  const [language, setLanguage] = useState(readLanguage);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const spoken = useMemo(
    () => ({
      language,
      formats: createFormats(language),
      speak: (wanted: Language) => {
        keepLanguage(wanted);
        setLanguage(wanted);
      },
    }),
    [language],
  );
  return <LanguageContext value={spoken}>{children}</LanguageContext>;
}

export function useLanguage(): Spoken {
  const spoken = use(LanguageContext);
  if (spoken === null) throw new Error('There is no language outside of its provider');
  return spoken;
}

export function useTexts<T>(texts: Texts<T>): Texts<T>[Language] {
  return texts[useLanguage().language];
}

export function useFormats(): Formats {
  return useLanguage().formats;
}
