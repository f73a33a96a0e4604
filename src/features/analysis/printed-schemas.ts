// Wire shapes of the printed report.
import Type from 'typebox';

export const PDF_TYPE = 'application/pdf';

export const ReportQuery = Type.Object({ format: Type.Optional(Type.Enum(['pdf'])) });

export const ReportAnswer = {
  description: 'The analysis on two pages',
  content: { [PDF_TYPE]: { schema: Type.String({ format: 'binary', description: 'PDF 1.7, A4' }) } },
};
