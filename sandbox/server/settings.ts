// The settings that point every connector at one sandbox, asked as fast as it goes.
import { SOMEBODY_ELSE } from './test-documents.ts';

export function settingsForSandbox(url: string, scr: 'pluggy' | 'celcoin'): Record<string, string> {
  return {
    FAROL_CNH_SOURCE: 'senatran',
    FAROL_SENATRAN_URL: url,
    FAROL_SENATRAN_OPERATOR_CPF: SOMEBODY_ELSE.person,
    FAROL_SENATRAN_RATE: '1000',
    FAROL_SCR_SOURCE: scr,
    FAROL_PLUGGY_URL: url,
    FAROL_PLUGGY_CLIENT_ID: 'id',
    FAROL_PLUGGY_CLIENT_SECRET: 'secret',
    FAROL_PLUGGY_RATE: '1000',
    FAROL_CELCOIN_URL: url,
    FAROL_CELCOIN_TOKEN_URL: `${url}/v5/token`,
    FAROL_CELCOIN_CLIENT_ID: 'id',
    FAROL_CELCOIN_CLIENT_SECRET: 'secret',
    FAROL_CELCOIN_RATE: '1000',
    FAROL_LAWSUITS_SOURCE: 'judit',
    FAROL_JUDIT_URL: url,
    FAROL_JUDIT_API_KEY: 'key',
    FAROL_JUDIT_RATE: '1000',
    // Not in use: a demo asks one source of lawsuits, as the second would only tell the same.
    FAROL_ESCAVADOR_URL: `${url}/api/v2`,
    FAROL_ESCAVADOR_TOKEN: 'token',
    FAROL_ESCAVADOR_RATE: '1000',
    FAROL_PROCESSES_SOURCE: 'datajud',
    FAROL_DATAJUD_URL: url,
    FAROL_DATAJUD_API_KEY: 'key',
    FAROL_DATAJUD_RATE: '1000',
    FAROL_PROTESTS_SOURCE: 'infosimples',
    FAROL_INFOSIMPLES_URL: `${url}/api/v2/consultas`,
    FAROL_INFOSIMPLES_TOKEN: 'token',
    FAROL_INFOSIMPLES_RATE: '1000',
  };
}
