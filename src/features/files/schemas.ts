import Type from 'typebox';

export const FilePath = Type.Object({ address: Type.String({ minLength: 1, maxLength: 256 }) });

/** Files are no JSON; what they are is said for those who read the description. */
export const FileAnswer = {
  description: 'The file',
  content: {
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      schema: { type: 'string', format: 'binary' },
    },
  },
} as const;
