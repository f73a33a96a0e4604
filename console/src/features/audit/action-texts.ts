// What the audit trail says was done. A word that is not here yet is shown as the server spells it.
import type { Language } from '../../ui/language.ts';

const ACTIONS: Readonly<Record<string, readonly [portuguese: string, english: string]>> = {
  'activities.list': ['Listou análises', 'Listed analyses'],
  'analysis.create': ['Gerou análise', 'Made an analysis'],
  'analysis.read': ['Leu análise', 'Read an analysis'],
  'audit.read': ['Leu a auditoria', 'Read the audit trail'],
  'cnh.create': ['Consultou CNH', 'Looked up a licence'],
  'cnh.latest': ['Leu a última CNH', 'Read the latest licence'],
  'cnh.read': ['Leu CNH', 'Read a licence'],
  'document.reveal': ['Mostrou documento', 'Showed a document'],
  'file.read': ['Baixou planilha', 'Downloaded a spreadsheet'],
  'job.retry': ['Repetiu tarefa parada', 'Tried a dead job again'],
  'member.admin': ['Deu papel Administração', 'Gave the role Administration'],
  'member.analyst': ['Deu papel Analista', 'Gave the role Analyst'],
  'member.remove': ['Removeu membro', 'Removed a member'],
  'member.viewer': ['Deu papel Leitura', 'Gave the role Reading'],
  'process.import': ['Incluiu processo', 'Added a process'],
  'process.inactivate': ['Inativou processo', 'Inactivated a process'],
  'process.read': ['Leu processo', 'Read a process'],
  'processes.count': ['Contou processos', 'Counted cases'],
  'radar.create': ['Criou radar', 'Added a radar'],
  'radar.read': ['Leu radar', 'Read a radar'],
  'radars.export': ['Exportou radares', 'Exported radars'],
  'radars.list': ['Listou radares', 'Listed radars'],
  'relationships.read': ['Leu relacionamentos', 'Read relationships'],
  'scr.consent': ['Registrou consentimento', 'Recorded a consent'],
  'scr.consent.revoke': ['Revogou consentimento', 'Revoked a consent'],
  'scr.read': ['Leu crédito', 'Read credit'],
  'scr.start': ['Consultou crédito', 'Looked up credit'],
  'token.create': ['Criou token', 'Made a token'],
  'token.revoke': ['Revogou token', 'Revoked a token'],
  'webhook.change': ['Mudou webhook', 'Changed a webhook'],
  'webhook.create': ['Criou webhook', 'Made a webhook'],
  'webhook.disable': ['Desativou webhook', 'Disabled a webhook'],
  'webhook.enable': ['Ativou webhook', 'Enabled a webhook'],
  'webhook.remove': ['Removeu webhook', 'Removed a webhook'],
  'webhook.replay': ['Reenviou eventos', 'Replayed events'],
  'webhook.rotate': ['Trocou segredo de webhook', 'Rotated a secret'],
  'webhook.test': ['Testou webhook', 'Tested a webhook'],
};

export function describeAction(language: Language, action: string): string {
  const words = ACTIONS[action];
  return words?.[language === 'en' ? 1 : 0] ?? action;
}
