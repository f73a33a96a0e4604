// Fields as sources write them: each may be missing or null, and most are text today and a number tomorrow.
import Type from 'typebox';

type Maybe<T extends Type.TSchema> = Type.TOptional<Type.TUnion<[T, Type.TNull]>>;

export function maybe<T extends Type.TSchema>(schema: T): Maybe<T> {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

export function list<T extends Type.TSchema>(item: T, maxItems: number): Maybe<Type.TArray<T>> {
  return maybe(Type.Array(item, { maxItems }));
}

export const text = maybe(Type.String());
export const flag = maybe(Type.Boolean());
export const count = maybe(Type.Integer({ minimum: 0 }));
export const loose = Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()]));
