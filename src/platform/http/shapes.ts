// Shapes that many routes share.
import Type from 'typebox';

/** Ids on the wire: JSON integers from 1 to 2^53 - 1, in paths their exact decimal form. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, format: 'int64' });

/** A name that people read: not blank, and without characters that are not seen or turn the text around. */
export const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\p{C}]*[^\\p{C}\\p{Z}][^\\p{C}]*$',
});
