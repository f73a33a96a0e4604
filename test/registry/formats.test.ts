import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { projectDir } from '../support/database.ts';
import { DAMAGES } from './fixtures/damage.ts';

const SCHEMAS = { cases: 'case.schema.json', protests: 'protest.schema.json' } as const;
// What no schema says: the calendar, the clock, other records of the line, check digits, and what PostgreSQL cannot hold.
const BEYOND_SCHEMAS =
  /ahead|one degree and key|wrong check digits|no CPF or CNPJ|NUL|surrogate|of the years|updatedAt is no instant|20 digits/;

const CALENDAR = /29 February|31 April/;

const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false, strictTypes: false });

function parse(line: string | Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

describe('the published formats', () => {
  for (const [source, file] of Object.entries(SCHEMAS)) {
    const schema = JSON.parse(readFileSync(join(projectDir, 'docs', 'formats', file), 'utf8'));
    const isValid = ajv.compile(schema);
    it(`of ${source} say of each damaged line what the import says`, () => {
      let compared = 0;
      for (const { source: own, name, line, end } of DAMAGES) {
        const value = parse(line);
        if (own !== source || value === undefined || name.includes('without end') || name.includes('latin1'))
          continue;
        const isAside = typeof end === 'object' && 'aside' in end;
        if (isAside && (BEYOND_SCHEMAS.test(end.aside.source) || CALENDAR.test(name))) continue;
        assert.equal(isValid(value), !isAside, `${name}: ${ajv.errorsText(isValid.errors)}`);
        compared += 1;
      }
      assert.ok(compared > 20, String(compared));
    });
  }
});
