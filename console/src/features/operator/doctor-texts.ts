// The doctor speaks English. What it checks has a name, so that much can be told in both languages; its own words on what is
// wrong stand beside it as they are.
import { defineTexts } from '../../ui/language.ts';
import type { Language } from '../../ui/language.ts';

export const doctorTexts = defineTexts({
  'pt-BR': {
    node: 'Node',
    packages: 'Pacotes',
    configuration: 'Configuração',
    'data folder': 'Pasta de dados',
    disk: 'Disco',
    'key file': 'Arquivo de chave',
    port: 'Porta',
    certificate: 'Certificado',
    database: 'Banco de dados',
    encoding: 'Codificação',
    clock: 'Relógio',
    migrations: 'Migrações',
    role: 'Papel no banco',
    'row-level security': 'Separação por linha',
    'signing keys': 'Chaves de assinatura',
    'demo users': 'Usuários de demonstração',
  },
  en: {
    node: 'Node',
    packages: 'Packages',
    configuration: 'Configuration',
    'data folder': 'Data folder',
    disk: 'Disk',
    'key file': 'Key file',
    port: 'Port',
    certificate: 'Certificate',
    database: 'Database',
    encoding: 'Encoding',
    clock: 'Clock',
    migrations: 'Migrations',
    role: 'Database role',
    'row-level security': 'Row-level security',
    'signing keys': 'Signing keys',
    'demo users': 'Demo users',
  },
});

type Verdicts = { ok: string; wrong: string };

const PORTUGUESE: Readonly<Record<string, Verdicts>> = {
  node: { ok: 'A versão serve.', wrong: 'A versão do Node é antiga demais.' },
  packages: { ok: 'Tudo instalado.', wrong: 'Falta instalar pacotes.' },
  configuration: { ok: 'Todos os ajustes podem ser lidos.', wrong: 'Há um ajuste errado.' },
  'data folder': { ok: 'Pode ser escrita.', wrong: 'A pasta de dados não pode ser usada.' },
  disk: { ok: 'Há espaço livre.', wrong: 'Há pouco espaço livre.' },
  'key file': {
    ok: 'Guarda uma chave e está fechado a outros.',
    wrong: 'O arquivo de chave tem um problema.',
  },
  port: { ok: 'Livre ou usada pelo próprio Farol.', wrong: 'A porta não pode ser usada.' },
  certificate: {
    ok: 'Válido, ou dispensado nesta instalação.',
    wrong: 'O certificado falta, está errado ou vence logo.',
  },
  database: { ok: 'O PostgreSQL responde.', wrong: 'O banco não responde ou não serve.' },
  encoding: { ok: 'Os textos são guardados em UTF-8.', wrong: 'O banco não guarda todos os caracteres.' },
  clock: {
    ok: 'Esta máquina e o banco concordam na hora.',
    wrong: 'Esta máquina e o banco discordam na hora.',
  },
  migrations: { ok: 'O esquema é o mais novo.', wrong: 'O esquema do banco e o programa não combinam.' },
  role: {
    ok: 'Os pedidos são servidos por um papel sem posse e sem atalhos.',
    wrong: 'O papel que serve os pedidos pode demais, ou não existe.',
  },
  'row-level security': {
    ok: 'Ligada e forçada em todas as tabelas de organizações.',
    wrong: 'As organizações não estão separadas por inteiro.',
  },
  'signing keys': {
    ok: 'O arquivo de chave abre as chaves de assinatura.',
    wrong: 'Não há chave de assinatura que possa ser aberta.',
  },
  'demo users': {
    ok: 'Ninguém de fora entra com eles.',
    wrong: 'Usuários com senha publicada podem entrar.',
  },
};

type Finding = { check: string; state: 'ok' | 'warning' | 'fault'; message: string; remedy: string | null };
/** `told` is in the language of the page, `original` in English. */
export type Described = { name: string; told: string; original: string };

export function describeFinding(language: Language, finding: Finding): Described {
  const names: Readonly<Record<string, string>> = doctorTexts[language];
  const name = names[finding.check] ?? finding.check;
  const original = [finding.message, finding.remedy ?? ''].join(' ').trim();
  const verdicts = language === 'en' ? undefined : PORTUGUESE[finding.check];
  if (verdicts === undefined) return { name, told: '', original };
  return finding.state === 'ok'
    ? { name, told: verdicts.ok, original: '' }
    : { name, told: verdicts.wrong, original };
}
