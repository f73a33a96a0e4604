// Ids on the wire: JSON integers from 1 to 2^53 - 1, in paths their exact decimal form.
import Type from 'typebox';

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, format: 'int64' });
