import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Overview, Register } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { writeDocument } from '../../ui/numbers.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import type { AnalysisName } from './analyses.ts';
import { Downloads, useAnalysisFile } from './downloads.tsx';
import { findingTexts } from './finding-texts.ts';
import { analysisTexts } from './texts.ts';

/** As the contract spells them. */
const SITUATIONS: Readonly<Record<string, keyof (typeof findingTexts)['pt-BR']>> = {
  ATIVA: 'ACTIVE',
  'ATIVA NAO REGULAR': 'ACTIVE_IRREGULAR',
  BAIXADA: 'CLOSED',
  INAPTA: 'UNFIT',
  NULA: 'VOID',
  SUSPENSA: 'SUSPENDED',
};

function Situation({ status }: { status: string }): JSX.Element | null {
  const t = useTexts(analysisTexts);
  const names = useTexts(findingTexts);
  if (status === 'NOT_FOUND') return null;
  const known = SITUATIONS[status];
  return <Badge variant="default">{t.registry(known === undefined ? status : names[known])}</Badge>;
}

type AnalysisTitleProps = { register: Register; overview: Overview; name: AnalysisName };

export function AnalysisTitle({ register, overview, name }: AnalysisTitleProps): JSX.Element {
  const t = useTexts(analysisTexts);
  const { documentInfo, documentNumber, documentType, rfBaseStatus } = overview;
  const file = useAnalysisFile(useEnteredOrganization(), name);
  return (
    <>
      <PageTitle
        title={documentInfo === '' ? t.unknownName : documentInfo}
        hint={
          <Group gap="xs">
            <Text className="farol-number">
              {documentType} {writeDocument(documentNumber)}
            </Text>
            <Situation status={rfBaseStatus} />
            <Text c="dimmed" size="sm">
              {t.createdAt(register.createdAt.slice(0, -3))}
            </Text>
          </Group>
        }
        aside={
          <Group gap="xs" className="farol-noprint">
            <Downloads register={register} file={file} />
            <Button variant="default" leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
              {t.print}
            </Button>
          </Group>
        }
      />
      {file.error === null ? null : <ErrorState error={file.error} />}
    </>
  );
}
