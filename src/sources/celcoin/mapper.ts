// The older SCR summary, in our words: one client and one base month.
import { refusedByRegister, sumBuckets } from '../../features/credit-register/ports.ts';
import type { ScrGroup, ScrMonth, ScrReport } from '../../features/credit-register/ports.ts';
import type { Doc } from '../../platform/outbound/outcome.ts';
import type { Reading } from '../../platform/outbound/shapes.ts';
import { readCents, readDate, readMonth, readPercent } from '../../platform/outbound/wire-values.ts';
import type { ClientRecord, EnvelopeBody, OperationRecord } from './schemas.ts';

/** A refusal names nobody. */
export function isAboutClient(body: EnvelopeBody, { kind, value }: Doc): boolean {
  if (!body.sucesso) {
    return true;
  }
  const { codigoDoCliente, tipoDoCliente } = body.dados;
  const expected = kind === 'CPF' ? value : value.slice(0, 8);
  const client = String(codigoDoCliente)
    .replace(/[.\-/]/g, '')
    .toUpperCase()
    .padStart(expected.length, '0');
  const type = String(tipoDoCliente ?? '').trim();
  const isKind = type === '' || type === (kind === 'CPF' ? '1' : '2');
  return isKind && (client === expected || client === value);
}

/** The same maturity may stand there twice; both count. */
function mapBuckets(maturities: OperationRecord['listaDeVencimentos']): ScrGroup['buckets'] {
  const buckets: Record<string, number> = {};
  for (const { codigoVencimento, valorVencimento } of maturities ?? []) {
    const code = String(codigoVencimento).replace(/^v/, '');
    buckets[code] = (buckets[code] ?? 0) + readCents(valorVencimento, 'valorVencimento');
  }
  return Object.fromEntries(Object.entries(buckets).filter(([, cents]) => cents !== 0));
}

function mapOperation({ modalidade, variacaoCambial, listaDeVencimentos }: OperationRecord): ScrGroup {
  const isTold = variacaoCambial !== undefined && variacaoCambial !== null && variacaoCambial !== '';
  return {
    modality: String(modalidade).padStart(4, '0'),
    currencyLinked: isTold ? variacaoCambial === true || /^(?:S|1)/i.test(String(variacaoCambial)) : null,
    buckets: mapBuckets(listaDeVencimentos),
  };
}

function mapMonth(client: ClientRecord): ScrMonth {
  const groups = (client.listaDeResumoDasOperacoes ?? []).map(mapOperation);
  const since = readDate(client.dataInicioRelacionamento, 'dataInicioRelacionamento');
  const docsPct = readPercent(client.percentualDocumentosProcessados, 'percentualDocumentosProcessados');
  const volumePct = readPercent(client.percentualVolumeProcessado, 'percentualVolumeProcessado');
  return {
    month: readMonth(client.dataBaseConsultada, 'dataBaseConsultada'),
    institutions: client.quantidadeDeInstituicoes ?? null,
    operations: client.quantidadeDeOperacoes ?? null,
    ...(since === undefined ? {} : { since }),
    ...(docsPct === undefined ? {} : { docsPct }),
    ...(volumePct === undefined ? {} : { volumePct }),
    // Celcoin's page calls these flags; the Central Bank's own classes say amounts.
    coObligationGiven: readCents(client.coobrigacaoAssumida, 'coobrigacaoAssumida'),
    coObligationReceived: readCents(client.coobrigacaoRecebida, 'coobrigacaoRecebida'),
    indirectRisk: readCents(client.riscoIndiretoVendor, 'riscoIndiretoVendor'),
    disputed: {
      count: client.quantidadeOperacoesDiscordancia ?? 0,
      value: readCents(client.responsabilidadeTotalDiscordancia, 'responsabilidadeTotalDiscordancia'),
    },
    subJudice: {
      count: client.quantidadeOperacoesSubJudice ?? 0,
      value: readCents(client.responsabilidadeTotalSubJudice, 'responsabilidadeTotalSubJudice'),
    },
    groups,
    totals: sumBuckets(groups),
  };
}

export function readEnvelope(body: EnvelopeBody, doc: Doc): Reading<ScrReport> {
  if (!body.sucesso) {
    const isConsent = /consent|autoriza|evid[eê]ncia/i.test(body.mensagem ?? '');
    return isConsent
      ? { kind: 'failed', fault: { code: 'CONSENT_NEEDED', text: 'Celcoin does not accept the consent' } }
      : {
          kind: 'failed',
          fault: { code: 'UPSTREAM', text: 'Celcoin could not ask the register', maybeBilled: true },
        };
  }
  const [message] = body.dados.listaDeMensagensDeValidacao ?? [];
  if (message !== undefined) {
    return { kind: 'failed', fault: refusedByRegister(message.codigo) };
  }
  const month = mapMonth(body.dados);
  if (month.groups.length === 0) {
    return { kind: 'empty', facts: { freshness: 'live' } };
  }
  return {
    kind: 'ready',
    value: { doc, byRoot: doc.kind === 'CNPJ', months: [month] },
    facts: { freshness: 'live' },
  };
}
