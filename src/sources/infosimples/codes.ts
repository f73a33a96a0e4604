// What Infosimples' own codes mean. They come with HTTP status 200.
import { nameKey } from '../../documents/name-key.ts';
import type { FaultCode } from '../../platform/outbound/outcome.ts';
import type { VendorFault } from '../../platform/outbound/shapes.ts';
import type { EnvelopeBody } from './schemas.ts';

/** 619: it changed a parameter on its own; 621: the answer is there and its receipt is not. */
export const ANSWERED: ReadonlyMap<number, string | null> = new Map([
  [200, null],
  [201, null],
  [619, 'Infosimples changed a parameter'],
  [621, 'Infosimples has no receipt'],
]);

/** Both "no protest" and "the page could not be read": only its words tell. */
export const NOT_THERE = 612;
const SAYS_NONE = [
  'NAO CONSTA',
  'NAO CONSTAM',
  'NAO HA',
  'NAO FORAM ENCONTRADOS',
  'NAO FORAM ENCONTRADAS',
  'NAO EXISTE',
  'NAO EXISTEM',
  'NAO POSSUI',
  'NADA CONSTA',
  'SEM PROTESTO',
  'SEM PROTESTOS',
].map((words) => ` ${words} `);
/** Some of those words also stand where the page was not read. */
const SAYS_BROKEN = [
  ' INDISPON',
  ' INSTAVE',
  ' ERRO',
  ' FALHA',
  ' TENTE',
  ' MANUTEN',
  ' CAPTCHA',
  ' NAO FOI POSSIVEL ',
];

/** Whatever accents, case and spaces a text is written with. */
function saysAny(text: string, phrases: readonly string[]): boolean {
  const words = ` ${nameKey(text)} `;
  return phrases.some((phrase) => words.includes(phrase));
}

export function saysNone({ errors }: EnvelopeBody): boolean {
  const texts = errors ?? [];
  return texts.some((text) => saysAny(text, SAYS_NONE)) && !texts.some((text) => saysAny(text, SAYS_BROKEN));
}

const FORBIDDEN = 603;
const NO_CREDIT = [' SALDO', ' CREDITO', ' LIMITE DE USO', ' LIMITE DE CONSUMO', ' PAGAMENTO'];
const NOT_ENABLED = [
  'HABILITAD',
  ' PERMISS',
  'AUTORIZADO A ',
  'AUTORIZADO PARA ',
  'AUTORIZADA A ',
  'AUTORIZADA PARA ',
  ' CONTRATAD',
];

/** One code for three faults; without words that tell, our credentials are to blame. */
function judgeForbidden({ errors }: EnvelopeBody): FaultCode {
  const text = (errors ?? []).join(' ');
  if (saysAny(text, NO_CREDIT)) return 'NO_CREDIT';
  return saysAny(text, NOT_ENABLED) ? 'NOT_ENABLED' : 'AUTH';
}

type Meaning = readonly [code: FaultCode, text: string, retry?: VendorFault['retry']];

const REFUSED: Meaning = ['BAD_INPUT', 'Infosimples refuses the question'];
const DOWN: Meaning = ['SOURCE_DOWN', 'Infosimples could not read the notaries'];
const BUSY: Meaning = ['RATE_LIMITED', 'Infosimples wants fewer questions'];
const LOST: Meaning = ['UPSTREAM', 'Infosimples could not answer'];

const MEANINGS: ReadonlyMap<number, Meaning> = new Map([
  [600, LOST],
  [601, ['AUTH', 'Infosimples does not accept our token']],
  [602, ['UNSUPPORTED', 'Infosimples does not know the service']],
  [604, REFUSED],
  [605, ['TIMEOUT', 'The notaries were too slow for Infosimples']],
  [606, REFUSED],
  [607, REFUSED],
  [608, REFUSED],
  [609, DOWN],
  [610, DOWN],
  [611, LOST],
  [NOT_THERE, ['UPSTREAM', 'Infosimples does not say whether there is nothing or nothing was read']],
  [613, DOWN],
  [614, DOWN],
  [615, DOWN],
  [616, DOWN],
  [617, BUSY],
  [618, BUSY],
  [620, ['UPSTREAM', 'Infosimples will never answer this', 'NEVER']],
  [622, LOST],
]);

/** Charged as it says itself; where it does not, it may have been. */
export function faultOf(body: EnvelopeBody): VendorFault {
  const { code, header } = body;
  const forbidden: Meaning = [judgeForbidden(body), 'Infosimples does not let us ask'];
  const [fault, text, retry] = code === FORBIDDEN ? forbidden : (MEANINGS.get(code) ?? LOST);
  const billable = header?.billable ?? null;
  return {
    code: fault,
    vendorCode: String(code),
    text,
    ...(retry === undefined ? {} : { retry }),
    ...(billable === null ? {} : { maybeBilled: billable }),
  };
}
