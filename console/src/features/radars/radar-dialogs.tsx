import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { documentType, parseDocument } from '../../../../src/documents/document.ts';
import { isFault } from '../../../../src/documents/fault.ts';
import type { RadarLink } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { canCharge, planWith, useEnteredOrganization } from '../accounts/use-organization.ts';
import { useAddRadar, useChangeRadar } from './radars.ts';
import { radarTexts } from './texts.ts';

const NAME = /^.{1,200}$/su;

function isName(text: string): boolean {
  return NAME.test(text.trim());
}

/** Why nothing can be added here; null where it can. */
export function useWatchRefusal(): string | null {
  const t = useTexts(radarTexts);
  const organization = useEnteredOrganization();
  if (planWith(organization, 'MONITORING') === null) return t.noPlan;
  return canCharge(organization) ? null : t.noRole;
}

export function AddDialog({ onClose }: { onClose(): void }): JSX.Element {
  const t = useTexts(radarTexts);
  const add = useAddRadar(useEnteredOrganization());
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [isJudged, setJudged] = useState(false);
  const document = parseDocument(code);
  const isWrong = isFault(document);
  const submit = (): void => {
    setJudged(true);
    if (isWrong || !isName(name)) return;
    add.mutate({ name: name.trim(), code: document, type: documentType(document) }, { onSuccess: onClose });
  };
  return (
    <TitledDialog title={t.addTitle} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t.document}
            value={code}
            autoComplete="off"
            data-autofocus
            error={isJudged && isWrong ? t.documentFault : null}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <TextInput
            label={t.name}
            description={t.nameHint}
            value={name}
            autoComplete="off"
            error={isJudged && !isName(name) ? t.nameFault : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            {t.addHint}
          </Text>
          {add.error === null ? null : <ErrorState error={add.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={add.isPending}>
              {t.addAct}
            </Button>
          </Group>
        </Stack>
      </form>
    </TitledDialog>
  );
}

type RadarDialogProps = { link: RadarLink; onClose(): void };

export function RenameDialog({ link: { radar }, onClose }: RadarDialogProps): JSX.Element {
  const t = useTexts(radarTexts);
  const change = useChangeRadar(useEnteredOrganization());
  const [name, setName] = useState(radar.name);
  const submit = (): void => {
    if (isName(name)) {
      change.mutate({ radarId: radar.id, act: 'rename', name: name.trim() }, { onSuccess: onClose });
    }
  };
  return (
    <TitledDialog title={t.renameTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t.name}
            value={name}
            data-autofocus
            error={isName(name) ? null : t.nameFault}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {change.error === null ? null : <ErrorState error={change.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {t.renameAct}
            </Button>
          </Group>
        </Stack>
      </form>
    </TitledDialog>
  );
}

export function RemoveDialog({ link: { radar }, onClose }: RadarDialogProps): JSX.Element {
  const t = useTexts(radarTexts);
  const change = useChangeRadar(useEnteredOrganization());
  return (
    <TitledDialog title={t.removeTitle} onClose={onClose}>
      <Stack gap="sm">
        <Text fw={600}>{radar.name}</Text>
        <Alert color={MEANING.trouble}>{t.removeHelp}</Alert>
        {change.error === null ? null : <ErrorState error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t.cancel}
          </Button>
          <Button
            color="red.8"
            loading={change.isPending}
            onClick={() => change.mutate({ radarId: radar.id, act: 'remove' }, { onSuccess: onClose })}
          >
            {t.remove}
          </Button>
        </Group>
      </Stack>
    </TitledDialog>
  );
}
