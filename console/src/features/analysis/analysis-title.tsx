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
import { analysisTexts } from './texts.ts';

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
            {rfBaseStatus === 'NOT_FOUND' ? null : (
              <Badge variant="default">{t.registry(rfBaseStatus)}</Badge>
            )}
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
