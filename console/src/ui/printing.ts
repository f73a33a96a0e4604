import { useEffect } from 'react';

const SCHEME = 'mantineColorScheme';

/** Paper is white: whoever works in the dark would otherwise print pale letters on it. */
export function usePrintingInLight(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let worn: string | undefined;
    const before = (): void => {
      worn = dataset[SCHEME];
      dataset[SCHEME] = 'light';
    };
    const after = (): void => {
      if (worn !== undefined) dataset[SCHEME] = worn;
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}
