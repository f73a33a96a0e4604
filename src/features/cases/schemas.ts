// The wire shapes of the calls that sources make to us.
import Type from 'typebox';

export const CallbackPath = Type.Object({
  connector: Type.String({ maxLength: 30 }),
  secret: Type.String({ maxLength: 200 }),
});

/** Whatever the source sends: only what has ended is read out of it, by its own connector. */
export const CallbackBody = Type.Object({}, { additionalProperties: true });

export const CallbackTaken = Type.Object({ success: Type.Boolean() });
