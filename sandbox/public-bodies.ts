// Those who collect taxes and fines. Their documents are of the reserved range, not those of any real body.
import { CITIES } from './cities.ts';
import { makeCnpj } from './numbers.ts';

export type PublicBody = {
  readonly root: string;
  readonly document: string;
  readonly name: string;
  readonly legalNature: string;
  readonly entity: string;
  readonly city: (typeof CITIES)[number];
};

const FIRST_ROOT = 96_000_000;

function body(index: number, name: string, legalNature: string, city: PublicBody['city']): PublicBody {
  const root = String(FIRST_ROOT + index);
  const entity =
    legalNature === '1341' ? 'UNIAO' : `${city.state}${legalNature === '1244' ? ` - ${city.name}` : ''}`;
  return { root, document: makeCnpj(root, '0001'), name, legalNature, entity, city };
}

const brasilia = CITIES.find(({ state }) => state === 'DF') as PublicBody['city'];

export const NATIONAL_TREASURY: PublicBody = body(0, 'FAZENDA NACIONAL', '1341', brasilia);

export const PUBLIC_BODIES: readonly PublicBody[] = [
  NATIONAL_TREASURY,
  ...CITIES.map((city, index) => body(index + 1, `ESTADO - FAZENDA PUBLICA ${city.state}`, '1236', city)),
  ...CITIES.map((city, index) => body(index + 101, `MUNICIPIO DE ${city.name}`, '1244', city)),
];

/** The body that sues in a state: the state itself or its capital. */
export function publicBodyOf(state: string, isCity: boolean): PublicBody {
  const index = CITIES.findIndex((city) => city.state === state);
  return PUBLIC_BODIES[1 + index + (isCity ? CITIES.length : 0)] as PublicBody;
}
