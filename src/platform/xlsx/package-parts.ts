// The small parts that hold the sheets together (ECMA-376, 5th edition).
import { escapeXml } from './cell-text.ts';
import { STYLES_XML } from './styles.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export type ListedSheet = { readonly name: string; readonly filtered: string | null };
export type SmallPart = { readonly name: string; readonly text: string };

const sheetPath = (index: number): string => `worksheets/sheet${index + 1}.xml`;

export const sheetName = (index: number): string => `xl/${sheetPath(index)}`;

function contentTypes(sheets: number): string {
  const overrides = Array.from(
    { length: sheets },
    (_, index) => `<Override PartName="/xl/${sheetPath(index)}" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  return (
    `${DECLARATION}<Types xmlns="${TYPES}">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${overrides.join('')}</Types>`
  );
}

/** LibreOffice shows filters only where the range has this name too; Excel writes both. */
function filterName({ name, filtered }: ListedSheet, index: number): string {
  if (filtered === null) return '';
  const quoted = escapeXml(`'${name.replaceAll("'", "''")}'!${filtered}`);
  return `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${quoted}</definedName>`;
}

function workbook(listed: readonly ListedSheet[]): string {
  const sheets = listed.map(
    ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const names = listed.map(filterName).join('');
  return [
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView activeTab="0"/></bookViews>`,
    `<sheets>${sheets.join('')}</sheets>`,
    names === '' ? '' : `<definedNames>${names}</definedNames>`,
    '</workbook>',
  ].join('');
}

function workbookRelations(sheets: number): string {
  const relations = Array.from(
    { length: sheets },
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="${sheetPath(index)}"/>`,
  );
  return (
    `${DECLARATION}<Relationships xmlns="${RELATIONS}">${relations.join('')}` +
    `<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`
  );
}

/** In the order in which readers look for them. */
export function buildSmallParts(listed: readonly ListedSheet[]): SmallPart[] {
  return [
    { name: '[Content_Types].xml', text: contentTypes(listed.length) },
    {
      name: '_rels/.rels',
      text:
        `${DECLARATION}<Relationships xmlns="${RELATIONS}">` +
        `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    { name: 'xl/workbook.xml', text: workbook(listed) },
    { name: 'xl/_rels/workbook.xml.rels', text: workbookRelations(listed.length) },
    { name: 'xl/styles.xml', text: DECLARATION + STYLES_XML },
  ];
}
