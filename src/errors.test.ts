import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorCodes, FarolError, wireNamesByStatus } from './errors.ts';

/** The contract's own list of names. */
const NAMES: Readonly<Record<number, readonly string[]>> = {
  400: ['WrongParameterException'],
  401: ['UnauthorizedException'],
  402: ['BalanceExhaustedException'],
  403: ['ErrorForbiddenException', 'PlanNotAllowedException', 'ConsentRequiredException'],
  404: ['ObjectNotFoundException'],
  405: ['MethodNotAllowedException'],
  408: ['RequestTimeoutException'],
  409: ['ConflictException'],
  413: ['PayloadTooLargeException'],
  414: ['UriTooLongException'],
  415: ['UnsupportedMediaTypeException'],
  429: ['TooManyRequestsException'],
  431: ['HeadersTooLargeException'],
  500: ['InternalServerError'],
  503: ['ServiceUnavailableException', 'SourceUnavailableException'],
};

describe('errors', () => {
  it('has only names and statuses of the contract', () => {
    for (const code of errorCodes) {
      const error = new FarolError(code);
      assert.ok(NAMES[error.status]?.includes(error.wireName), code);
      assert.notEqual(error.message, '');
    }
    assert.deepEqual(new Set(wireNamesByStatus().keys()), new Set(Object.keys(NAMES).map(Number)));
  });

  it("keeps the contract's fixed sentences", () => {
    assert.equal(new FarolError('ACCESS_DENIED').message, 'User / Organization - Access Denied');
    assert.equal(new FarolError('EMAIL_REQUIRED').message, 'email required');
    assert.equal(new FarolError('INTERNAL').message, 'Internal server error');
  });
});
