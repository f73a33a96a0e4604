// Answers are written by functions that are made of their schemas. Making all of them takes a third of a second, which every
// start would wait for; so each is made when its answer is first given.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Factory = ReturnType<typeof SerializerSelector>;

export function selectLazily(): Factory {
  const select = SerializerSelector();
  return (schemas, options) => {
    const compile = select(schemas, options);
    return (route) => {
      let serialize: ReturnType<typeof compile> | null = null;
      return (value: unknown) => (serialize ??= compile(route))(value);
    };
  };
}
