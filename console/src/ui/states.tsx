// What a page shows when there is nothing to show yet, or nothing at all, or not for this person.
import { Alert, Button, Code, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconLock, IconMapOff, IconWallet } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import { ApiFault } from '../api/http.ts';
import { useTexts } from './language-context.tsx';
import { uiTexts } from './texts.ts';
import { MEANING } from './theme.ts';

type Told = { title: string; help: string; icon: JSX.Element; isWorthRetrying: boolean };
type UiTexts = (typeof uiTexts)['pt-BR'];

const icon = { 'aria-hidden': true, size: 20 } as const;

function describeFault(t: UiTexts, error: unknown): Told {
  const status = error instanceof ApiFault ? error.status : -1;
  const retry = true;
  switch (status) {
    case 0:
      return {
        title: t.offlineTitle,
        help: t.offlineHelp,
        icon: <IconCloudOff {...icon} />,
        isWorthRetrying: retry,
      };
    case 402:
      return { title: t.paidTitle, help: t.paidHelp, icon: <IconWallet {...icon} />, isWorthRetrying: false };
    case 403:
      return {
        title: t.forbiddenTitle,
        help: t.forbiddenHelp,
        icon: <IconLock {...icon} />,
        isWorthRetrying: false,
      };
    case 404:
      return {
        title: t.notFoundTitle,
        help: t.notFoundHelp,
        icon: <IconMapOff {...icon} />,
        isWorthRetrying: false,
      };
    case 429:
      return {
        title: t.limitTitle,
        help: t.limitHelp,
        icon: <IconAlertTriangle {...icon} />,
        isWorthRetrying: retry,
      };
    case 503:
      return {
        title: t.busyTitle,
        help: t.busyHelp,
        icon: <IconAlertTriangle {...icon} />,
        isWorthRetrying: retry,
      };
    default:
      return {
        title: t.errorTitle,
        help: t.errorHelp,
        icon: <IconAlertTriangle {...icon} />,
        isWorthRetrying: retry,
      };
  }
}

function Heading({ text }: { text: string }): JSX.Element {
  return (
    <Title order={1} size="md">
      {text}
    </Title>
  );
}

type ErrorStateProps = {
  error: unknown;
  onRetry?: () => void;
  /** Nothing else is on the page, so it is its heading. */
  isPage?: boolean;
};

export function ErrorState({ error, onRetry, isPage = false }: ErrorStateProps): JSX.Element {
  const t = useTexts(uiTexts);
  const told = describeFault(t, error);
  const requestId = error instanceof ApiFault ? error.requestId : '';
  return (
    <Alert
      color={MEANING.trouble}
      variant="light"
      title={isPage ? <Heading text={told.title} /> : told.title}
      icon={told.icon}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{told.help}</Text>
        {requestId === '' ? null : <Code>{t.requestId(requestId)}</Code>}
        {onRetry !== undefined && told.isWorthRetrying ? (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t.retry}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}

export function NothingYet({ title, children }: { title: string; children?: ReactNode }): JSX.Element {
  return (
    <Stack align="center" gap={4} py="sm" ta="center">
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" maw={460}>
        {children}
      </Text>
    </Stack>
  );
}

/** As tall as what comes, so that the page does not jump. */
export function Waiting({ lines = 4, height = 18 }: { lines?: number; height?: number }): JSX.Element {
  const t = useTexts(uiTexts);
  return (
    <Stack gap="sm" role="status" aria-busy="true">
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={height} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}
