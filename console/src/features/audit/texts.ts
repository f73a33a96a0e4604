import { defineTexts } from '../../ui/language.ts';

export const auditTexts = defineTexts({
  'pt-BR': {
    page: 'Auditoria',
    pageHint:
      'Quem fez ou viu o quê. Cada registro é encadeado ao anterior e não pode ser alterado sem que apareça.',
    verify: 'Verificação da cadeia',
    verifyHint: 'Recalcula os selos dos registros mais recentes, até 20.000.',
    whole: 'A cadeia está íntegra',
    broken: 'A cadeia foi alterada',
    again: 'Verificar de novo',
    looked: (rows: string, from: string, to: string) =>
      `${rows} registros conferidos, do nº ${from} ao nº ${to}.`,
    empty: 'Ainda não há registros numerados.',
    waiting: (rows: string) => `${rows} ainda sem número; entram em instantes.`,
    head: 'Selo do último registro',
    brokenHelp:
      'Avise quem opera o Farol: “npx farol audit verify” confere tudo, também contra a cópia externa.',
    altered: (where: string) => `Registro ${where}: não é mais como foi numerado.`,
    missing: (where: string) => `Registro ${where}: está faltando.`,
    inserted: (where: string) => `Registro ${where}: foi posto por outros meios.`,
    unlinked: (where: string) => `Registro ${where}: não segue o que está antes dele.`,
    headFault: (where: string) => `O fim da cadeia (nº ${where}) não confere com o último registro.`,
    trail: 'Registros',
    trailHint: 'Do mais recente ao mais antigo. Documentos não aparecem aqui, nem para administradores.',
    none: 'Nenhum registro ainda',
    number: 'Nº',
    when: 'Quando',
    who: 'Quem',
    what: 'O quê',
    reference: 'Referência',
    operator: 'Operação',
    worker: 'Farol',
    token: (name: string) => `Token ${name}`,
    formerSession: 'Sessão encerrada',
  },
  en: {
    page: 'Audit',
    pageHint: 'Who did or saw what. Every record is chained to the one before and cannot be altered unseen.',
    verify: 'Verification of the chain',
    verifyHint: 'Recomputes the seals of the newest records, up to 20,000.',
    whole: 'The chain is whole',
    broken: 'The chain was altered',
    again: 'Verify again',
    looked: (rows: string, from: string, to: string) =>
      `${rows} records checked, from no. ${from} to no. ${to}.`,
    empty: 'There are no numbered records yet.',
    waiting: (rows: string) => `${rows} without a number so far; they join in a moment.`,
    head: 'Seal of the last record',
    brokenHelp:
      'Tell whoever operates Farol: “npx farol audit verify” checks all of it, also against the outside copy.',
    altered: (where: string) => `Record ${where}: is not as it was when it was numbered.`,
    missing: (where: string) => `Record ${where}: is missing.`,
    inserted: (where: string) => `Record ${where}: was put in by other means.`,
    unlinked: (where: string) => `Record ${where}: does not follow the one before it.`,
    headFault: (where: string) => `The end of the chain (no. ${where}) does not fit the last record.`,
    trail: 'Records',
    trailHint: 'Newest first. Documents do not show here, not even to admins.',
    none: 'No records yet',
    number: 'No.',
    when: 'When',
    who: 'Who',
    what: 'What',
    reference: 'Reference',
    operator: 'Operator',
    worker: 'Farol',
    token: (name: string) => `Token ${name}`,
    formerSession: 'Ended session',
  },
});

type AuditTexts = (typeof auditTexts)['pt-BR'];
type Kind = 'altered' | 'missing' | 'inserted' | 'unlinked' | 'head' | 'replaced' | 'cut';

export function describeFinding(t: AuditTexts, kind: Kind, where: string): string {
  if (kind === 'head') return t.headFault(where);
  if (kind === 'replaced') return t.altered(where);
  return kind === 'cut' ? t.missing(where) : t[kind](where);
}
