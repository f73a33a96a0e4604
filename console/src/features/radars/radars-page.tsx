import { Alert, Button, Group, Menu, Paper, Stack } from '@mantine/core';
import { IconDownload, IconListDetails, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { JSX } from 'react';
import { ApiFault } from '../../api/http.ts';
import type { RadarLink } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { isNews, useFreshOnEvents } from '../events/use-fresh.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { AddDialog, RemoveDialog, RenameDialog, useWatchRefusal } from './radar-dialogs.tsx';
import { RadarLine } from './radar-line.tsx';
import type { RadarAct } from './radar-line.tsx';
import { BY_RADAR_KEY, RADARS_KEY, useByRadar, useChangeRadar, useExport, useRadarPages } from './radars.ts';
import { radarTexts } from './texts.ts';

type Asked = { act: RadarAct; link: RadarLink };

type RadarPageProps = { radars: readonly RadarLink[]; onAct(asked: Asked): void };

function RadarPage({ radars, onAct }: RadarPageProps): JSX.Element {
  const t = useTexts(radarTexts);
  const { data, isPending } = useByRadar(useEnteredOrganization(), radars);
  const found = new Map(data?.radars.map((each) => [each.radarId, each]));
  return (
    <>
      {data?.isWhole === false ? <Alert color={MEANING.unknown}>{t.cut}</Alert> : null}
      {radars.map((link) => (
        <RadarLine
          key={link.id}
          link={link}
          activity={found.get(link.radar.id)}
          isCounting={isPending}
          onAct={(act) => onAct({ act, link })}
        />
      ))}
    </>
  );
}

function RadarList({ onAct }: { onAct(asked: Asked): void }): JSX.Element {
  const t = useTexts(radarTexts);
  const pages = useRadarPages(useEnteredOrganization());
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (pages.data === undefined) return <Waiting lines={6} height={44} />;
  const shown = pages.data.pages.filter(({ result }) => result.length > 0);
  if (shown.length === 0) return <NothingYet title={t.none}>{t.noneHint}</NothingYet>;
  return (
    <>
      <ul className="farol-radars" aria-label={t.title}>
        {shown.map(({ result }) => (
          <RadarPage key={result[0]?.id} radars={result} onAct={onAct} />
        ))}
      </ul>
      <LoadMore pages={pages} />
    </>
  );
}

function ExportMenu(): JSX.Element {
  const t = useTexts(radarTexts);
  const fetchFile = useExport(useEnteredOrganization());
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} />} loading={fetchFile.isPending}>
          {t.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => fetchFile.mutate('csv')}>{t.exportCsv}</Menu.Item>
        <Menu.Item onClick={() => fetchFile.mutate('ndjson')}>{t.exportNdjson}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type Opened = 'add' | 'bulk' | Asked | null;

function Dialogs({ opened, onClose }: { opened: Opened; onClose(): void }): JSX.Element | null {
  if (opened === 'add') return <AddDialog onClose={onClose} />;
  if (opened === 'bulk') return <BulkDialog onClose={onClose} />;
  if (opened?.act === 'rename') return <RenameDialog link={opened.link} onClose={onClose} />;
  return opened?.act === 'remove' ? <RemoveDialog link={opened.link} onClose={onClose} /> : null;
}

function ChangeFault({ error }: { error: Error }): JSX.Element {
  const t = useTexts(radarTexts);
  return error instanceof ApiFault && error.status === 409 ? (
    <Alert color={MEANING.trouble} title={t.changeFailed} role="alert">
      {t.pauseRefused}
    </Alert>
  ) : (
    <ErrorState error={error} />
  );
}

export function RadarsPage(): JSX.Element {
  const t = useTexts(radarTexts);
  const [opened, setOpened] = useState<Opened>(null);
  const refusal = useWatchRefusal();
  const change = useChangeRadar(useEnteredOrganization());
  useFreshOnEvents([BY_RADAR_KEY], isNews);
  useFreshOnEvents([RADARS_KEY], (type) => type === 'radar.primed');
  const act = (asked: Asked): void => {
    if (asked.act === 'pause' || asked.act === 'resume') {
      change.mutate({ act: asked.act, radarId: asked.link.radar.id });
    } else {
      setOpened(asked);
    }
  };
  return (
    <Stack gap="lg">
      <PageTitle
        title={t.title}
        hint={t.hint}
        aside={
          <Group gap="xs">
            <ExportMenu />
            <Button
              variant="default"
              leftSection={<IconListDetails size={18} />}
              disabled={refusal !== null}
              onClick={() => setOpened('bulk')}
            >
              {t.addMany}
            </Button>
            <Button
              leftSection={<IconPlus size={18} />}
              disabled={refusal !== null}
              onClick={() => setOpened('add')}
            >
              {t.add}
            </Button>
          </Group>
        }
      />
      {refusal === null ? null : <Alert color={MEANING.unknown}>{refusal}</Alert>}
      {change.error === null ? null : <ChangeFault error={change.error} />}
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <RadarList onAct={act} />
      </Paper>
      <Dialogs opened={opened} onClose={() => setOpened(null)} />
    </Stack>
  );
}
