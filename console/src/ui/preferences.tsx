// Language and light: kept in this browser, known to nobody else.
import {
  ActionIcon,
  Button,
  Group,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useLanguage, useTexts } from './language-context.tsx';
import { preferenceTexts } from './preference-texts.ts';

export function Preferences(): JSX.Element {
  const t = useTexts(preferenceTexts);
  const { language, speak } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? t.light : t.dark;
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        c="inherit"
        lang={language === 'en' ? 'pt-BR' : 'en'}
        onClick={() => speak(language === 'en' ? 'pt-BR' : 'en')}
      >
        {t.other}
      </Button>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size="lg"
          aria-label={label}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? <IconSun size={19} /> : <IconMoon size={19} />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
