// What the audit trail says was done. Records of earlier versions may have words that are not here; they are shown as stored.
import type { AuditedAct } from '../../api/administration-shapes.ts';
import type { Language } from '../../ui/language.ts';

type Words = readonly [portuguese: string, english: string];

const ACTIONS: Readonly<Record<AuditedAct, Words>> = {
  'activities.list': ['Listou análises', 'Listed analyses'],
  'analysis.activity': ['Leu a atividade da empresa', 'Read the activity of a company'],
  'analysis.cases': ['Leu processos da análise', 'Read the cases of an analysis'],
  'analysis.cases.export': ['Exportou processos da análise', 'Exported the cases of an analysis'],
  'analysis.changes': ['Comparou análises', 'Compared analyses'],
  'analysis.create': ['Gerou análise', 'Made an analysis'],
  'analysis.debts': ['Leu dívidas da análise', 'Read the debts of an analysis'],
  'analysis.graph': ['Abriu o mapa da análise', 'Opened the map of an analysis'],
  'analysis.history': ['Leu o histórico da empresa', 'Read the history of a company'],
  'analysis.overview': ['Abriu análise', 'Opened an analysis'],
  'analysis.partners': ['Leu sócios da análise', 'Read the partners of an analysis'],
  'analysis.read': ['Leu análise', 'Read an analysis'],
  'analysis.report': ['Baixou o relatório da análise', 'Downloaded the report of an analysis'],
  'audit.read': ['Leu a auditoria', 'Read the audit trail'],
  'batch.cancel': ['Cancelou lote', 'Cancelled a batch'],
  'batch.create': ['Enviou lote', 'Sent a batch'],
  'batch.results': ['Leu resultados de lote', 'Read the results of a batch'],
  'cnh.create': ['Consultou CNH', 'Looked up a licence'],
  'cnh.latest': ['Leu a última CNH', 'Read the latest licence'],
  'cnh.read': ['Leu CNH', 'Read a licence'],
  'document.reveal': ['Mostrou documento', 'Showed a document'],
  'finding.dismiss': ['Dispensou achado', 'Dismissed a finding'],
  'finding.take-back': ['Voltou a ser avisado de achado', 'Took a dismissed finding back'],
  'job.retry': ['Repetiu tarefa parada', 'Tried a dead job again'],
  'member.admin': ['Deu papel Administração', 'Gave the role Admin'],
  'member.analyst': ['Deu papel Analista', 'Gave the role Analyst'],
  'member.remove': ['Removeu membro', 'Removed a member'],
  'member.viewer': ['Deu papel Leitura', 'Gave the role Viewer'],
  'process.import': ['Incluiu processo', 'Added a process'],
  'process.inactivate': ['Inativou processo', 'Inactivated a process'],
  'process.read': ['Leu processo', 'Read a process'],
  'processes.count': ['Contou processos', 'Counted cases'],
  'radar.add': ['Criou radar', 'Added a radar'],
  'radar.pause': ['Pausou radar', 'Paused a radar'],
  'radar.read': ['Leu radar', 'Read a radar'],
  'radar.remove': ['Removeu radar', 'Removed a radar'],
  'radar.rename': ['Renomeou radar', 'Renamed a radar'],
  'radar.resume': ['Retomou radar', 'Resumed a radar'],
  'radars.export': ['Exportou radares', 'Exported radars'],
  'radars.list': ['Listou radares', 'Listed radars'],
  'refresh-plan.set': ['Mudou o plano de atualização', 'Changed the refresh plan'],
  'relationships.read': ['Leu relacionamentos', 'Read relationships'],
  'scr.consent': ['Registrou consentimento', 'Recorded a consent'],
  'scr.consent.again': ['Registrou consentimento já registrado', 'Recorded a consent once more'],
  'scr.consent.revoke': ['Revogou consentimento', 'Revoked a consent'],
  'scr.consent.revoke.again': ['Revogou consentimento já revogado', 'Revoked a consent once more'],
  'scr.history': ['Leu o histórico de crédito', 'Read the credit history'],
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

const IN_VAIN: Words = ['não havia nada', 'there was nothing'];
const ENDING = /\.none$/;

export function describeAction(language: Language, action: string): string {
  const place = language === 'en' ? 1 : 0;
  const words = (ACTIONS as Readonly<Record<string, Words>>)[action.replace(ENDING, '')];
  if (words === undefined) return action;
  return ENDING.test(action) ? `${words[place]} (${IN_VAIN[place]})` : words[place];
}
