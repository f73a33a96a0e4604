// Why a job was laid aside, in both languages. The workers write constant English sentences, or the kind of error with its code
// and place; what is not known here is shown as it was written, and marked as technical.
import { defineTexts } from '../../ui/language.ts';
import type { Language } from '../../ui/language.ts';

export const failureTexts = defineTexts({
  'pt-BR': { technical: 'Detalhe técnico' },
  en: { technical: 'Technical detail' },
});

type Words = readonly [portuguese: string, english: string];

/** Our own codes of what a source came to. */
const FAULTS: Readonly<Record<string, Words>> = {
  AUTH: ['A fonte não aceitou as nossas credenciais', 'The source refused our credentials'],
  NOT_ENABLED: ['O serviço não está ligado na fonte', 'The service is not enabled at the source'],
  NO_CREDIT: ['O nosso saldo na fonte acabou', 'Our credit at the source is used up'],
  BAD_INPUT: ['A fonte não aceitou a pergunta', 'The source did not accept the question'],
  CONSENT_NEEDED: ['Falta o consentimento do titular', 'The consent of the holder is missing'],
  CONSENT_DENIED: ['A fonte não aceitou o consentimento', 'The source did not accept the consent'],
  BLOCKED_BY_LAW: ['A lei não permite esta resposta', 'The law does not allow this answer'],
  RATE_LIMITED: ['Foram perguntas demais à fonte', 'The source was asked too often'],
  TIMEOUT: ['A fonte demorou demais', 'The source took too long'],
  SOURCE_DOWN: ['A fonte está fora do ar', 'The source is down'],
  UPSTREAM: ['A fonte falhou por dentro', 'The source failed on its side'],
  BAD_SHAPE: ['A resposta da fonte não tem a forma combinada', 'The answer has not the agreed shape'],
  UNSUPPORTED: ['A fonte não atende este pedido', 'The source does not serve this request'],
};

const SENTENCES: Readonly<Record<string, Words>> = {
  'the worker stops': ['O worker foi encerrado no meio da tarefa', 'The worker stopped during the job'],
  'the lease was lost': ['O worker perdeu a reserva da tarefa', 'The worker lost its lease of the job'],
  'the attempt took too long': ['A tentativa demorou demais', 'The attempt took too long'],
  'the handler ended without settling the job': [
    'O programa terminou a tentativa sem concluir a tarefa',
    'The program ended the attempt without settling the job',
  ],
  'another attempt holds the job': ['Outra tentativa está com a tarefa', 'Another attempt holds the job'],
  'the write changed nothing': [
    'O que a tarefa ia gravar já era de outra tentativa',
    'What the job would have written belongs to another attempt',
  ],
  'job timed out': ['A tentativa passou do prazo da fila', 'The attempt outlasted the time of its queue'],
  'job heartbeat timeout': [
    'O worker parou de dar sinal de vida',
    'The worker gave no sign of life any more',
  ],
  'A write took too long': [
    'O banco de dados demorou demais para gravar',
    'The database took too long to write',
  ],
  'The source is not available at the moment': ['A fonte não responde agora', 'The source does not answer'],
  'The service is not available at the moment': [
    'O serviço não responde agora',
    'The service does not answer',
  ],
};

const PAYLOAD: Words = [
  'O conteúdo da tarefa não é o que o programa espera',
  'The content of the job is not what the program expects',
];
const DATABASE: Words = ['O banco de dados recusou a operação', 'The database refused the operation'];

const SOURCE_FAULT = /^(?:SourceFailure|The source gave no usable answer:) ([A-Z_]+)\b/;

/** `told` is in the language of the page and empty where there are no words; `technical` is as it was written. */
export type Failure = { told: string; technical: string };

export function describeFailure(language: Language, reason: string): Failure {
  const place = language === 'en' ? 1 : 0;
  const code = SOURCE_FAULT.exec(reason)?.[1] ?? '';
  const fault = FAULTS[code];
  if (fault !== undefined) return { told: `${fault[place]} (${code}).`, technical: '' };
  const sentence = SENTENCES[reason];
  if (sentence !== undefined) return { told: `${sentence[place]}.`, technical: '' };
  if (reason.startsWith('the payload is not one of ')) return { told: `${PAYLOAD[place]}.`, technical: '' };
  // The driver's name for what PostgreSQL answers, with its five-letter code.
  if (/^error [0-9A-Z]{5}\b/.test(reason)) return { told: `${DATABASE[place]}.`, technical: reason };
  return { told: '', technical: reason };
}
