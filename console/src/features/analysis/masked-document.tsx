import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { writeDocument } from '../../ui/numbers.ts';
import { uiTexts } from '../../ui/texts.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { useReveal } from './analyses.ts';

type MaskedDocumentProps = { masked: string; uniqueId: number };

/** Whole only once it was asked for, which the server puts on record. */
export function MaskedDocument({ masked, uniqueId }: MaskedDocumentProps): JSX.Element {
  const t = useTexts(uiTexts);
  const reveal = useReveal(useEnteredOrganization());
  const shown = reveal.data?.documentNumber;
  return (
    <Group gap={2} wrap="nowrap">
      <Text size="sm" className="farol-number" style={{ whiteSpace: 'nowrap' }}>
        {writeDocument(shown ?? masked)}
      </Text>
      {shown === undefined ? (
        <Tooltip label={t.shown}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t.show}
            loading={reveal.isPending}
            onClick={() => reveal.mutate(uniqueId)}
          >
            <IconEye size={16} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </Group>
  );
}
