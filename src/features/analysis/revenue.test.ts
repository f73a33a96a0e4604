import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateRevenue } from './revenue.ts';
import type { RevenueFacts } from './revenue.ts';

type Parts = Partial<Omit<RevenueFacts, 'headOffice'>> & {
  activity?: string;
  situation?: 'ACTIVE' | 'CLOSED' | 'UNFIT';
};

function company({ activity = '4712100', situation = 'ACTIVE', ...more }: Parts = {}): RevenueFacts {
  const headOffice = { situation, mainActivity: activity === '' ? null : { code: activity, name: null } };
  const legalNature = { code: '2062', name: null };
  return {
    size: 'MICRO',
    capital: '1000.00',
    isMei: false,
    isSimples: false,
    legalNature,
    headOffice,
    ...more,
  };
}

const estimate = (parts: Parts): number => estimateRevenue(company(parts));

describe('the estimated turnover', () => {
  it('lies within the limits that the law sets for the size', () => {
    assert.equal(estimate({ isMei: true, size: 'MICRO' }), 48_600);
    assert.equal(estimate({ size: 'MICRO' }), 248_400);
    assert.equal(estimate({ size: 'SMALL' }), 3_024_000);
    assert.equal(estimate({ size: 'OTHER' }), 9_600_000);
  });

  it('follows the activity', () => {
    const [trade, industry, realEstate] = ['4712100', '1011201', '6810201'].map((activity) =>
      estimate({ size: 'SMALL', activity }),
    );
    assert.deepEqual([trade, industry, realEstate], [3_024_000, 2_802_000, 1_470_000]);
    assert.equal(estimate({ size: 'SMALL', activity: '' }), estimate({ size: 'SMALL', activity: '9900800' }));
  });

  it('rises with the capital, but not above the limit of the size', () => {
    assert.equal(estimate({ size: 'SMALL', capital: '1200000.00' }), 3_600_000);
    assert.equal(estimate({ size: 'SMALL', capital: '90000000.00' }), 4_800_000);
    assert.equal(estimate({ size: 'MICRO', capital: '90000000.00' }), 360_000);
    assert.equal(estimate({ isMei: true, capital: '90000000.00' }), 48_600);
    assert.equal(estimate({ size: 'OTHER', capital: '90000000.50' }), 270_000_000);
    assert.equal(estimate({ size: 'OTHER', capital: '999999999999999.99' }), 4_800_000_000);
    assert.equal(estimate({ size: 'OTHER', capital: null }), 9_600_000);
  });

  it('is that of a small company for whoever pays by the simplified regime', () => {
    assert.equal(estimate({ size: 'OTHER', isSimples: true }), 3_024_000);
  });

  it('is 0 where nothing can be said', () => {
    assert.equal(estimateRevenue(null), 0);
    assert.equal(estimate({ size: 'NOT_INFORMED' }), 0);
    assert.equal(estimate({ situation: 'CLOSED' }), 0);
    assert.equal(estimate({ situation: 'UNFIT' }), 0);
    assert.equal(estimate({ legalNature: { code: '1031', name: null } }), 0);
    assert.equal(estimateRevenue({ ...company(), headOffice: null }), 0);
  });
});
