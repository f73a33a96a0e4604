// Why a row was set aside, in Portuguese. The imports write constant English sentences with the name of the field and never its
// value, so each has a form to be known by. One that has none here is shown as it was written.
import type { Language } from '../../ui/language.ts';

type Form = readonly [RegExp, string];

/** `$1` and the like are what the sentence names: a field, a limit, a code. */
const LINES: readonly Form[] = [
  [/^the line is no JSON, or is cut off$/, 'a linha não é JSON ou está cortada'],
  [/^a text holds NUL or half of a surrogate pair$/, 'um texto tem um caractere que não pode ser guardado'],
  [/^the line is longer than (\d+) bytes$/, 'a linha tem mais de $1 bytes'],
  [/^the line holds a NUL byte$/, 'a linha tem um byte nulo'],
  [
    /^the line is an error that the API answered, not a result$/,
    'a linha é um erro da API, não um resultado',
  ],
  [/^the line is neither a hit nor an answer$/, 'a linha não é um resultado nem uma resposta'],
  [/^the statement breaks off$/, 'o comando termina no meio'],
  [/^it is not (\d+) quoted fields$/, 'a linha não tem os $1 campos entre aspas'],
  [/^it has not the (\d+) fields of the header$/, 'a linha não tem os $1 campos do cabeçalho'],
  [/^another row with this key was read before$/, 'outra linha com a mesma chave já foi lida'],
  [/^the database does not take it \((\w+)\)$/, 'o banco de dados não aceita a linha ($1)'],
  [/^the database does not take its (\w+) \((\w+)\)$/, 'o banco de dados não aceita o campo $1 ($2)'],
];

const DOCUMENTS: readonly Form[] = [
  [/^the CPF or CNPJ is not valid \(.+\)$/, 'o CPF ou CNPJ não é válido'],
  [/^the CNPJ is not valid \(.+\)$/, 'o CNPJ não é válido'],
  [/^the partner's CNPJ is not valid \(.+\)$/, 'o CNPJ do sócio não é válido'],
  [/^the partner's CPF is not masked as it should be$/, 'o CPF do sócio não está mascarado como deveria'],
  [
    /^the root of the CNPJ is not 8 digits or capital letters$/,
    'a raiz do CNPJ não tem 8 dígitos ou letras maiúsculas',
  ],
  [/^it is neither a head office \(1\) nor a branch \(2\)$/, 'não é matriz (1) nem filial (2)'],
  [/^the registry situation is missing$/, 'falta a situação cadastral'],
  [/^the kind of partner is not 1, 2 or 3$/, 'o tipo de sócio não é 1, 2 nem 3'],
  [/^the number of the inscription is missing$/, 'falta o número da inscrição'],
  [/^the code is not a number$/, 'o código não é um número'],
  [/^the name is missing$/, 'falta o nome'],
];

const FIELDS: readonly Form[] = [
  [/^(\S+) is missing$/, 'falta $1'],
  [/^(\S+) is empty$/, '$1 está vazio'],
  [/^(\S+|the line) is no object$/, '$1 não é um objeto'],
  [/^(\S+) is no list$/, '$1 não é uma lista'],
  [/^(\S+) is no text$/, '$1 não é um texto'],
  [/^(\S+) is no code$/, '$1 não é um código'],
  [/^(\S+) is no code such as SP$/, '$1 não é uma sigla de estado, como SP'],
  [/^(\S+) is no level from (\d+) to (\d+)$/, '$1 não é um nível de $2 a $3'],
  [/^(\S+) is no amount such as "1234\.56"$/, '$1 não é um valor como "1234.56"'],
  [/^(\S+) is no whole number from (\d+) to (\d+)$/, '$1 não é um número inteiro de $2 a $3'],
  [
    /^(\S+) is no (?:date|instant|moment) of the years (\d+) to (\d+)$/,
    '$1 não é uma data entre os anos $2 e $3',
  ],
  [/^(\S+) is more than a day ahead$/, '$1 está mais de um dia no futuro'],
  [/^(\S+) is a JSON number, which has lost digits$/, '$1 é um número em JSON e perdeu dígitos'],
  [/^(\S+) is none of (.+)$/, '$1 não é nenhum de: $2'],
  [/^(\S+) is neither true nor false$/, '$1 não é verdadeiro nem falso'],
  [/^(\S+) is longer than (\d+) characters$/, '$1 tem mais de $2 caracteres'],
  [/^(\S+) has more than (\d+) entries$/, '$1 tem mais de $2 itens'],
  [/^(\S+) has not 20 digits$/, '$1 não tem 20 dígitos'],
  [/^(\S+) has wrong check digits$/, 'os dígitos verificadores de $1 estão errados'],
  [/^(\S+) is no CPF or CNPJ$/, '$1 não é um CPF nem um CNPJ'],
  [/^(\S+) has neither code nor name$/, '$1 não tem código nem nome'],
  [/^(\S+): two of one degree and key$/, '$1: dois com o mesmo grau e chave'],
];

const FORMS = [...LINES, ...DOCUMENTS, ...FIELDS];
const HIT = /^hit (\d+): (.+)$/;

/** In the language of the page, or null where only the English sentence is there. */
export function describeReason(language: Language, reason: string): string | null {
  if (language === 'en') return null;
  const [, place, inner] = HIT.exec(reason) ?? [];
  if (inner !== undefined) {
    const described = describeReason(language, inner);
    return described === null ? null : `resultado ${place}: ${described}`;
  }
  const form = FORMS.find(([pattern]) => pattern.test(reason));
  return form === undefined ? null : reason.replace(form[0], form[1]);
}
