// An event in plain words. Whatever an event carries may be missing: what is told comes from many places and years.
import type { Formats } from '../../ui/formats.ts';
import type { sentenceTexts } from './sentence-texts.ts';

export type SentenceTexts = (typeof sentenceTexts)['pt-BR'];
type Told = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
type Fields = Readonly<Record<string, unknown>>;
type Say = { readonly t: SentenceTexts; readonly formats: Formats };
type Sentence = (say: Say, told: { what: Fields; data: Fields; title: string }) => string;

const TITLES = [
  'radar.primed',
  'case.new',
  'case.movement',
  'case.closed',
  'case.reopened',
  'case.changed',
  'debt.new',
  'debt.settled',
  'protest.new',
  'partner.changed',
  'registry.changed',
  'analysis.completed',
  'batch.completed',
  'cnh.completed',
  'scr.completed',
  'webhook.disabled',
] as const;
type Title = (typeof TITLES)[number];

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** Short, for lists: what kind of thing happened. */
export function titleOf(t: SentenceTexts, type: string): string {
  const known = TITLES.find((title) => title === type);
  return known === undefined ? t.unknown(type) : t[known];
}

function moneyPart({ t, formats }: Say, value: unknown): string {
  return textOf(value) === '' ? '' : `, ${t.worth(formats.money(textOf(value)))}`;
}

function situationText(t: SentenceTexts, value: unknown): string {
  const known = (['ACTIVE', 'SUSPENDED', 'UNFIT', 'CLOSED', 'VOID', 'ACTIVE_IRREGULAR'] as const).find(
    (each) => each === value,
  );
  return known === undefined ? t.NOTHING : t[known];
}

function sidePart({ t }: Say, data: Fields): string {
  const side = listOf(data['sides'])[0]?.['side'];
  if (side === 'PASSIVE') return `, ${t.asDefendant}`;
  return side === 'ACTIVE' ? `, ${t.asAuthor}` : '';
}

function atCourt({ t }: Say, title: string, data: Fields): string {
  const court = textOf(data['court']);
  return court === '' ? title : t.inCourt(title, court);
}

const ofCase: Sentence = (say, { what, data, title }) =>
  `${atCourt(say, title, data)}${sidePart(say, data)}${moneyPart(say, what['value'])}`;

const ofChange: Sentence = (say, { what, data }) => {
  const { t, formats } = say;
  const { from, to } = fieldsOf(what['value']);
  const write = (value: unknown): string => (textOf(value) === '' ? t.noValue : formats.money(textOf(value)));
  return 'value' in what ? t.valueChanged(write(from), write(to)) : atCourt(say, t.sideChanged, data);
};

const ofMovement: Sentence = (say, { what, data }) => {
  const count = numberOf(what['count']);
  return atCourt(say, count === 1 ? say.t.oneMovement : say.t.movements(say.formats.count(count)), data);
};

const ofDebt: Sentence = (say, { what, title }) => `${title}${moneyPart(say, what['value'])}`;

const ofProtest: Sentence = (say, { what, data, title }) => {
  const place = [textOf(data['city']), textOf(data['state'])].filter((part) => part !== '').join('/');
  return `${title}${place === '' ? '' : ` (${place})`}${moneyPart(say, what['value'])}`;
};

const ofRegistry: Sentence = ({ t, formats }, { what }) => {
  const count = numberOf(what['count']);
  const [first] = listOf(what['establishments']);
  return count > 1 || first === undefined
    ? t.situations(formats.count(count))
    : t.situation(situationText(t, first['from']), situationText(t, first['to']));
};

const ofPriming: Sentence = ({ t, formats }, { data }) => {
  const total = numberOf(data['total']);
  if (total === 0) return t.primedNone;
  return total === 1 ? t.primedOne : t.primed(formats.count(total));
};

const ofBatch: Sentence = ({ t, formats }, { data }) => {
  const told = t.batchDone(formats.count(numberOf(data['done'])));
  const failed = numberOf(data['error']);
  const cancelled = numberOf(data['cancelled']);
  return [
    told,
    ...(failed > 0 ? [t.batchFailed(formats.count(failed))] : []),
    ...(cancelled > 0 ? [t.batchCancelled(formats.count(cancelled))] : []),
  ].join(', ');
};

const SENTENCES: Readonly<Partial<Record<Title, Sentence>>> = {
  'radar.primed': ofPriming,
  'case.new': ofCase,
  'case.movement': ofMovement,
  'case.closed': ofCase,
  'case.reopened': ofCase,
  'case.changed': ofChange,
  'debt.new': ofDebt,
  'debt.settled': ofDebt,
  'protest.new': ofProtest,
  'partner.changed': ({ t }, { what }) => (what['direction'] === 'out' ? t.partnerOut : t.partnerIn),
  'registry.changed': ofRegistry,
  'batch.completed': ofBatch,
  'analysis.completed': ({ t }, { data, title }) => (data['status'] === 'ERROR' ? t.analysisFailed : title),
};

export function sentenceOf(say: Say, { type, data }: Told): string {
  const title = titleOf(say.t, type);
  const sentence = SENTENCES[type as Title];
  return sentence === undefined ? title : sentence(say, { what: fieldsOf(data['what']), data, title });
}
