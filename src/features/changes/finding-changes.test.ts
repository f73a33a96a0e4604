import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareDebts, compareHoldings, comparePartners, compareProtests } from './finding-changes.ts';
import type { Debt, Protest } from './finding-changes.ts';
import { compareRegistered } from './registry-changes.ts';

const CNPJ = '11222333000181';

const aDebt = (inscription: string, more: Partial<Debt> = {}): Debt => ({
  document: CNPJ,
  name: null,
  register: 'general',
  inscription,
  debtorKind: null,
  state: 'COLLECTING',
  situation: null,
  registeredOn: null,
  isFiledInCourt: null,
  value: '10.00',
  ...more,
});
const aProtest = (office: string): Protest => ({
  document: CNPJ,
  office,
  city: null,
  state: null,
  protestedOn: null,
  dueOn: null,
  value: null,
  kind: null,
  presenter: null,
  creditor: null,
});

const SEEDS = 1000;

/** Repeatable: the same seed gives the same pair. */
function drawsOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

function countOf<T>(items: readonly T[], is: (item: T) => boolean): number {
  return items.filter(is).length;
}

describe('debts and protests of two analyses', () => {
  it('come and go as a comparison of everything with everything says, on 1,000 random pairs', () => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const draw = drawsOf(seed);
      const many = (): Protest[] => Array.from({ length: draw(9) }, () => aProtest(String(draw(4))));
      const [before, after] = [many(), many()];
      const { in: entered, out } = compareProtests({ protests: before }, { protests: after });
      for (const office of ['0', '1', '2', '3']) {
        const isIt = (protest: Protest): boolean => protest.office === office;
        const surplus = countOf(after, isIt) - countOf(before, isIt);
        assert.equal(countOf(entered, isIt), Math.max(0, surplus), `seed ${seed}`);
        assert.equal(countOf(out, isIt), Math.max(0, -surplus), `seed ${seed}`);
      }
    }
  });

  it('tell a debt whose state or value changed from one that came', () => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const draw = drawsOf(seed);
      const some = (): Debt[] =>
        Array.from({ length: 6 }, (_, index) => index)
          .filter(() => draw(3) > 0)
          .map((index) =>
            aDebt(String(index), {
              state: draw(2) === 0 ? 'COLLECTING' : 'SUSPENDED',
              value: `${draw(2)}.00`,
            }),
          );
      const [before, after] = [some(), some()];
      const found = compareDebts({ debts: before }, { debts: after });
      const names = (debts: readonly Debt[]): string[] => debts.map(({ inscription }) => inscription);
      const [old, present] = [new Set(names(before)), new Set(names(after))];
      assert.deepEqual(names(found.in), [...present.difference(old)]);
      assert.deepEqual(names(found.out), [...old.difference(present)]);
      const differs = (debt: Debt): boolean =>
        before.some(
          (each) =>
            each.inscription === debt.inscription && (each.state !== debt.state || each.value !== debt.value),
        );
      assert.deepEqual(names(found.changed.map((each) => each.after)), names(after.filter(differs)));
    }
  });

  it('are not compared where one was not checked or may have been cut short', () => {
    const debts = Array.from({ length: 1000 }, (_, index) => aDebt(String(index)));
    assert.equal(compareDebts({}, { debts: [] }).compared, 'NOT_CHECKED');
    assert.equal(compareDebts({ debts: [] }, {}).compared, 'NOT_CHECKED');
    assert.deepEqual(compareDebts({ debts }, { debts: [] }), {
      compared: 'TOO_MANY',
      in: [],
      out: [],
      changed: [],
    });
  });
});

describe('partners, companies and the registry of two analyses', () => {
  const qualification = { code: '49', name: 'Sócio' };
  const partner = (name: string, since: string | null = null) => ({
    partner: { kind: 'PERSON' as const, name, document: '***982247**', qualification, since },
  });
  const holding = (root: string, situation: 'ACTIVE' | 'CLOSED') => ({
    holding: { root, name: 'EMPRESA', situation, qualification, since: null },
  });
  const registered = (status: string, capital: string) => ({
    registered: {
      status,
      company: {
        root: '11222333',
        name: 'EMPRESA',
        legalNature: null,
        capital,
        size: 'MICRO' as const,
        isSimples: null,
        isMei: null,
        headOffice: null,
        establishments: 1,
      },
    },
  });

  it('are told apart from each other in what is kept together', () => {
    const before = {
      partners: [partner('ANA'), partner('BIA'), holding('1', 'ACTIVE'), registered('ATIVA', '1.00')],
    };
    const after = {
      partners: [
        partner('BIA'),
        holding('1', 'CLOSED'),
        holding('2', 'ACTIVE'),
        registered('INAPTA', '2.00'),
      ],
    };
    const partners = comparePartners(before, after);
    assert.deepEqual(
      [partners.in.length, partners.out.map(({ name }) => name), partners.changed.length],
      [0, ['ANA'], 0],
    );
    const holdings = compareHoldings(before, after);
    assert.deepEqual(
      [holdings.in.map(({ root }) => root), holdings.out.length, holdings.changed.length],
      [['2'], 0, 1],
    );
    const { compared, changed } = compareRegistered(before, after);
    assert.equal(compared, 'COMPARED');
    assert.deepEqual(changed, [
      { field: 'status', before: 'ATIVA', after: 'INAPTA' },
      { field: 'capital', before: '1.00', after: '2.00' },
    ]);
  });

  it('come, go and change as a comparison of everything with everything says, on 1,000 random pairs', () => {
    const names = ['ANA', 'BIA', 'CIA', 'DIA'];
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const draw = drawsOf(seed);
      const some = () => {
        const shown = (): string[] => names.filter(() => draw(3) > 0);
        const situation = () => (draw(2) === 0 ? ('ACTIVE' as const) : ('CLOSED' as const));
        return {
          people: new Map(shown().map((name) => [name, draw(2)])),
          roots: new Map(shown().map((name) => [name, situation()])),
          card: [draw(2) === 0 ? 'ATIVA' : 'INAPTA', `${draw(2)}.00`] as const,
        };
      };
      const [old, present] = [some(), some()];
      const kept = ({ people, roots, card }: ReturnType<typeof some>) => ({
        partners: [
          ...[...people].map(([name, year]) => partner(name, `200${year}-01-01`)),
          ...[...roots].map(([root, situation]) => holding(root, situation)),
          registered(...card),
        ],
      });
      const expect = (was: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>) => ({
        in: names.filter((name) => now.has(name) && !was.has(name)),
        out: names.filter((name) => was.has(name) && !now.has(name)),
        changed: names.filter((name) => was.has(name) && now.has(name) && was.get(name) !== now.get(name)),
      });
      const people = comparePartners(kept(old), kept(present));
      const person = ({ name }: { name: string | null }) => name;
      assert.deepEqual(
        {
          in: people.in.map(person),
          out: people.out.map(person),
          changed: people.changed.map((each) => each.after.name),
        },
        expect(old.people, present.people),
        `seed ${seed}`,
      );
      const companies = compareHoldings(kept(old), kept(present));
      const root = (each: { root: string }) => each.root;
      assert.deepEqual(
        {
          in: companies.in.map(root),
          out: companies.out.map(root),
          changed: companies.changed.map((each) => each.after.root),
        },
        expect(old.roots, present.roots),
        `seed ${seed}`,
      );
      const fields = compareRegistered(kept(old), kept(present)).changed.map(({ field }) => field);
      const differs = [old.card[0] !== present.card[0], old.card[1] !== present.card[1]];
      assert.deepEqual(
        fields,
        ['status', 'capital'].filter((_, index) => differs[index]),
        `seed ${seed}`,
      );
    }
  });

  it('are not compared with an analysis that kept no card', () => {
    assert.equal(
      compareRegistered({ partners: [] }, { partners: [registered('ATIVA', '1.00')] }).compared,
      'NOT_CHECKED',
    );
  });
});
