// Why an import ended without its data being served, in Portuguese. The sentences are written in English for whoever runs the
// command; each has a form to be known by, and one that has none here is shown as it was written.
import type { Language } from '../../ui/language.ts';
import type { Failure } from './failure-texts.ts';

type Form = readonly [RegExp, string];

/** What the sentences end with. */
const ENDINGS: readonly Form[] = [
  [
    / Run the same command again: it goes on where it stopped\. The data served are the old ones\.$/,
    ' Rode o mesmo comando de novo: ele continua de onde parou. Os dados servidos são os antigos.',
  ],
  [/ The data served are the old ones\.$/, ' Os dados servidos são os antigos.'],
];

/** `$1` and the like are what the sentence names: a file, a table, a number. */
const AROUND: readonly Form[] = [
  [
    /^The disk of the database is full\. Free some space\.$/,
    'O disco do banco de dados está cheio. Libere espaço.',
  ],
  [/^The database ran out of memory\.$/, 'Faltou memória ao banco de dados.'],
  [
    /^The database reached one of its own limits \(temp_file_limit\?\)\.$/,
    'O banco de dados chegou a um dos seus limites (temp_file_limit?).',
  ],
  [/^The database was stopped\.$/, 'O banco de dados foi parado.'],
  [/^The database crashed\.$/, 'O banco de dados caiu.'],
  [/^The database is starting or stopping\.$/, 'O banco de dados está iniciando ou parando.'],
  [/^Somebody cancelled the import\.$/, 'Alguém cancelou a importação.'],
  [/^The database cannot write to its disk\.$/, 'O banco de dados não consegue gravar no disco.'],
  [
    /^The database user may not import: name the owner of the tables in FAROL_MIGRATION_URL\.$/,
    'O usuário do banco não pode importar: dê o dono das tabelas em FAROL_MIGRATION_URL.',
  ],
  [
    /^The database does not have the newest schema: run "npx farol migrate"\.$/,
    'O banco de dados não tem o esquema mais novo: rode “npx farol migrate”.',
  ],
  [/^The database refuses the import \((\w+)\)\.$/, 'O banco de dados recusa a importação ($1).'],
  [/^The connection to the database was lost\.$/, 'A conexão com o banco de dados caiu.'],
  [
    /^The database cannot be reached\. "npx farol doctor" says what is wrong\.$/,
    'O banco de dados não responde. “npx farol doctor” diz o que há.',
  ],
  [/^The disk is full\. Free some space\.$/, 'O disco está cheio. Libere espaço.'],
  [/^The process that ran it is gone\.$/, 'O processo que a executava não existe mais.'],
  [
    /^Readers of the old data never let go of them for long enough\. Everything is ready: run the same command again\.$/,
    'Os dados antigos estavam sempre em uso. Está tudo pronto: rode o mesmo comando de novo.',
  ],
  [/^Something went wrong while importing: (.+)$/, 'Algo deu errado na importação: $1'],
];

const FILES: readonly Form[] = [
  [
    /^There is not a single row in these files of (.+)\. The data served are the old ones; look whether the download is whole\.$/,
    'Não há uma linha sequer nestes arquivos de $1. Os dados servidos são os antigos; veja se o download está inteiro.',
  ],
  [
    /^(\d+) of (\d+) rows \((\S+) %\) cannot be taken, which is more than (\S+) %\. The data served are the old ones\. .+$/,
    '$1 de $2 linhas ($3 %) não podem ser aceitas, mais que $4 %. Os dados servidos são os antigos. Veja os motivos na ' +
      'quarentena; se os arquivos estiverem certos, rode de novo com --max-set-aside maior.',
  ],
  [
    /^(\d+) of the first (\d+) rows cannot be taken, the last ones of them in (.+): this is probably not the file it should be\.$/,
    '$1 das primeiras $2 linhas não podem ser aceitas, as últimas delas em $3: este não deve ser o arquivo certo.',
  ],
  [
    /^These files would leave nothing in (\S+)\. The data served are the old ones\. .+$/,
    'Com estes arquivos não restaria nada em $1. Os dados servidos são os antigos. Procure um arquivo vazio; se for ' +
      'de propósito, use --incomplete.',
  ],
  [
    /^(.+) is damaged \((.+)\)\. Download it again; the data served are the old ones\.$/,
    '$1 está danificado ($2). Baixe de novo; os dados servidos são os antigos.',
  ],
  [
    /^(.+) does not begin with the header of a PGFN file \((.+) not found\)\. Is it one of the three zips of "Dados abertos"\?$/,
    '$1 não começa com o cabeçalho de um arquivo da PGFN (falta $2). É um dos três zips de “Dados abertos”?',
  ],
  [/^(.+) is far larger than any list of the PDPJ\.$/, '$1 é muito maior que qualquer lista da PDPJ.'],
  [/^(.+) is not valid JSON: download it again\.$/, '$1 não é JSON válido: baixe de novo.'],
  [
    /^(.+) is no list of classes, assuntos or movimentos; its name has to say which\.$/,
    '$1 não é uma lista de classes, assuntos ou movimentos; o nome tem de dizer qual.',
  ],
];

const FORMS = [...AROUND, ...FILES];

/** In English the sentence itself is for people. */
export function describeImportFailure(language: Language, reason: string): Failure {
  if (language === 'en') return { told: reason, technical: '' };
  const ending = ENDINGS.find(([pattern]) => pattern.test(reason));
  const head = ending === undefined ? reason : reason.replace(ending[0], '');
  const form = FORMS.find(([pattern]) => pattern.test(head));
  if (form === undefined) return { told: '', technical: reason };
  return { told: `${head.replace(form[0], form[1])}${ending?.[1] ?? ''}`, technical: '' };
}
