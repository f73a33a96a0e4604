import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { JSX } from 'react';
import { hasRightCheckDigits, parseCaseNumber } from '../../../../src/documents/case-number.ts';
import { isFault } from '../../../../src/documents/fault.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { canCharge, planWith, useEnteredOrganization } from '../accounts/use-organization.ts';
import { useWatchProcess } from './processes.ts';
import { processTexts } from './texts.ts';

/** Why nothing can be watched here; null where it can. */
export function useProcessRefusal(): string | null {
  const t = useTexts(processTexts);
  const organization = useEnteredOrganization();
  if (planWith(organization, 'MONITORING') === null) return t.noPlan;
  return canCharge(organization) ? null : t.noRole;
}

export function WatchForm(): JSX.Element {
  const t = useTexts(processTexts);
  const organization = useEnteredOrganization();
  const navigate = useNavigate();
  const watch = useWatchProcess(organization);
  const refusal = useProcessRefusal();
  const [text, setText] = useState('');
  const [isJudged, setJudged] = useState(false);
  const number = parseCaseNumber(text);
  const isWrong = isFault(number) || !hasRightCheckDigits(number);
  if (refusal !== null) return <Alert color={MEANING.unknown}>{refusal}</Alert>;
  const submit = (): void => {
    setJudged(true);
    if (isWrong || isFault(number)) return;
    watch.mutate(number, {
      onSuccess: () => void navigate({ to: `/o/${organization.organizationId}/processes/${number}` }),
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Group align="flex-start" gap="sm">
        <TextInput
          label={t.number}
          value={text}
          w={{ base: '100%', xs: 300 }}
          autoComplete="off"
          inputMode="numeric"
          error={isJudged && isWrong ? t.numberFault : null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" mt={{ base: 0, xs: 25 }} loading={watch.isPending}>
          {t.watch}
        </Button>
      </Group>
      {watch.error === null ? null : <ErrorState error={watch.error} />}
    </form>
  );
}
