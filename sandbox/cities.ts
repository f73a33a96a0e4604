// The state capitals with the tax registry's own city codes (not those of IBGE), and what each state's courts are called.

export type City = {
  readonly code: string;
  readonly name: string;
  readonly state: string;
  /** The state's number in case numbers. */
  readonly court: number;
  /** The regional courts for labour and federal cases. */
  readonly labour: number;
  readonly federal: number;
  readonly areaCode: string;
};

type Row = readonly [string, string, string, number, number, number, string];

const ROWS: readonly Row[] = [
  ['7107', 'SAO PAULO', 'SP', 26, 2, 3, '11'],
  ['6001', 'RIO DE JANEIRO', 'RJ', 19, 1, 2, '21'],
  ['4123', 'BELO HORIZONTE', 'MG', 13, 3, 6, '31'],
  ['8801', 'PORTO ALEGRE', 'RS', 21, 4, 4, '51'],
  ['7535', 'CURITIBA', 'PR', 16, 9, 4, '41'],
  ['3849', 'SALVADOR', 'BA', 5, 5, 1, '71'],
  ['2531', 'RECIFE', 'PE', 17, 6, 5, '81'],
  ['1389', 'FORTALEZA', 'CE', 6, 7, 5, '85'],
  ['9701', 'BRASILIA', 'DF', 7, 10, 1, '61'],
  ['8105', 'FLORIANOPOLIS', 'SC', 24, 12, 4, '48'],
  ['9373', 'GOIANIA', 'GO', 9, 18, 1, '62'],
  ['0427', 'BELEM', 'PA', 14, 8, 1, '91'],
  ['0255', 'MANAUS', 'AM', 4, 11, 1, '92'],
  ['5705', 'VITORIA', 'ES', 8, 17, 2, '27'],
  ['0921', 'SAO LUIS', 'MA', 10, 16, 1, '98'],
  ['9067', 'CUIABA', 'MT', 11, 23, 1, '65'],
  ['9051', 'CAMPO GRANDE', 'MS', 12, 24, 3, '67'],
  ['2051', 'JOAO PESSOA', 'PB', 15, 13, 5, '83'],
  ['1761', 'NATAL', 'RN', 20, 21, 5, '84'],
  ['2785', 'MACEIO', 'AL', 2, 19, 5, '82'],
  ['1219', 'TERESINA', 'PI', 18, 22, 1, '86'],
  ['3105', 'ARACAJU', 'SE', 25, 20, 5, '79'],
  ['0003', 'PORTO VELHO', 'RO', 22, 14, 1, '69'],
  ['9733', 'PALMAS', 'TO', 27, 10, 1, '63'],
  ['0139', 'RIO BRANCO', 'AC', 1, 14, 1, '68'],
  ['0605', 'MACAPA', 'AP', 3, 8, 1, '96'],
  ['0301', 'BOA VISTA', 'RR', 23, 11, 1, '95'],
];

export const CITIES: readonly City[] = ROWS.map(([code, name, state, court, labour, federal, areaCode]) => ({
  code,
  name,
  state,
  court,
  labour,
  federal,
  areaCode,
}));

/** Where people and cases are: the first states have most of both. */
export function cityFor(bits: number): City {
  const share = (bits & 0xffff) / 0x1_0000;
  return CITIES[Math.floor(share * share * CITIES.length)] as City;
}

export const STREETS = ['RUA', 'AVENIDA', 'TRAVESSA', 'ALAMEDA', 'RODOVIA'] as const;
export const STREET_NAMES = [
  'DAS PALMEIRAS',
  'QUINZE DE NOVEMBRO',
  'SETE DE SETEMBRO',
  'DOM PEDRO II',
  'DAS FLORES',
  'BRASIL',
  'DA INDEPENDENCIA',
  'SANTOS DUMONT',
  'DO COMERCIO',
  'SAO JOSE',
] as const;
export const DISTRICTS = [
  'CENTRO',
  'JARDIM AMERICA',
  'BOA VISTA',
  'VILA NOVA',
  'INDUSTRIAL',
  'SANTO ANTONIO',
] as const;
