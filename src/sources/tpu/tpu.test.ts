import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createImportBed } from '../../platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../platform/imports/fixtures/import-bed.ts';
import { tpuImport } from './source.ts';

const DUMP = `-- MySQL dump
SET NAMES latin1;
INSERT INTO sgt_consulta.itens (cod_item, cod_item_pai, tipo_item, nome, situacao, dsc_caminho_completo) VALUES ('2', NULL, 'C', 'PROCESSO CÍVEL', 'A', 'x');
INSERT INTO sgt_consulta.itens (cod_item, cod_item_pai, tipo_item, nome, situacao, dsc_caminho_completo) VALUES ('22','2','C','Sumário d''Água (antigo)','I',NULL);
INSERT INTO \`itens\` VALUES (22,1,'M','Baixa\nDefinitiva','A'),(9,NULL,'A','Assunto; com (parênteses)','A');
INSERT INTO sgt_consulta.itens (cod_item, tipo_item, nome, situacao) VALUES ('77', 'D', 'Documento', 'A');
INSERT INTO sgt_consulta.classes VALUES (1,2,3);
`;
const ITEMS = `select kind, code, parent, name, is_active from registry.tpu_items order by kind, code`;

describe('the import of the unified tables', () => {
  let bed: ImportBed;
  before(async () => {
    bed = await createImportBed();
  });
  after(() => bed.close());

  it("reads the SGT's dump, inactive codes too, and each kind in a space of its own", async () => {
    const path = bed.file('78_dump_dados.sql', Buffer.from(DUMP, 'latin1'));
    await bed.run(tpuImport, [path]);
    assert.deepEqual(await bed.query(ITEMS), [
      { kind: 'class', code: 2, parent: null, name: 'PROCESSO CÍVEL', is_active: true },
      { kind: 'class', code: 22, parent: 2, name: "Sumário d'Água (antigo)", is_active: false },
      { kind: 'movement', code: 22, parent: 1, name: 'Baixa\nDefinitiva', is_active: true },
      { kind: 'subject', code: 9, parent: null, name: 'Assunto; com (parênteses)', is_active: true },
    ]);
    const [row] = await bed.query<{ edition: string }>(
      `select edition from registry.imports where source = 'tpu'`,
    );
    assert.equal(row?.edition, '78');
    assert.deepEqual((await bed.run(tpuImport, [path])).changed, {
      tpu_items: { added: 0, changed: 0, removed: 0 },
    });
  });

  it("reads the PDPJ's lists", async () => {
    const paths = [
      bed.file(
        'classes.json',
        JSON.stringify([{ cod_item: 2, cod_item_pai: null, nome: 'PROCESSO', situacao: 'A' }]),
      ),
      bed.file(
        'assuntos.json',
        JSON.stringify([{ cod_item: 9, cod_item_pai: 2, nome: 'Assunto', situacao: 'I' }]),
      ),
      bed.file(
        'movimentos.json',
        JSON.stringify([{ id: 22, cod_item_pai: 1, nome: 'Baixa', situacao: 'A' }, 7]),
      ),
    ];
    const result = await bed.run(tpuImport, paths, { maxSetAsidePercent: 50 });
    assert.equal(result.rowsSetAside, 1);
    assert.deepEqual(await bed.query(ITEMS), [
      { kind: 'class', code: 2, parent: null, name: 'PROCESSO', is_active: true },
      { kind: 'movement', code: 22, parent: 1, name: 'Baixa', is_active: true },
      { kind: 'subject', code: 9, parent: 2, name: 'Assunto', is_active: false },
    ]);
    assert.match((await bed.fail(tpuImport, paths.slice(1))).message, /classes not found/);
    const broken = bed.file('classes.json', '[{');
    assert.match((await bed.fail(tpuImport, [broken, ...paths.slice(1)])).message, /not valid JSON/);
  });
});
