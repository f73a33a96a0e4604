import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOSTILE_TEXTS } from '../../../test/support/hostile-texts.ts';
import { readTexts } from '../../../test/support/pdf-reading.ts';
import { openPaper } from './paper.ts';
import type { Paper } from './paper.ts';

const AT = new Date('2026-11-15T12:00:00Z');
const LINE = { x: 50, y: 100, width: 120, size: 10, color: '#000000' };
const PARAGRAPH = { ...LINE, lines: 3, leading: 12 };

async function draw(work: (paper: Paper) => void): Promise<string[][]> {
  const paper = await openPaper({ title: 'Ensaio', at: AT });
  paper.addPage();
  work(paper);
  return readTexts(await paper.finish());
}

describe('paper', () => {
  it('cuts a text where its place ends, and shows that it did', async () => {
    const [[short, long] = []] = await draw((paper) => {
      paper.write('Ação e reação', LINE);
      paper.write('Uma linha que é bem mais longa do que o seu lugar', LINE);
    });
    assert.equal(short, 'Ação e reação');
    assert.match(long ?? '', /^Uma linha que é bem .*…$/);
  });

  it('writes an amount smaller rather than cut it', async () => {
    const amount = `R$ ${'9.999'.repeat(20)},99`;
    const [[written] = []] = await draw((paper) => paper.write(amount, { ...LINE, isWhole: true }));
    assert.equal(written, amount);
  });

  it('breaks a paragraph between words, and cuts its last line', async () => {
    const words =
      'um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis';
    let counted = 0;
    const [lines = []] = await draw((paper) => {
      paper.writeParagraph(words, PARAGRAPH);
      counted = paper.countLines(words, PARAGRAPH);
    });
    assert.deepEqual([lines.length, counted], [3, 3]);
    assert.ok(words.startsWith(lines.slice(0, 2).join(' ')));
    assert.match(lines[2] ?? '', /…$/);
  });

  it('makes no page of its own, whatever is written', async () => {
    const pages = await draw((paper) => {
      for (const text of HOSTILE_TEXTS) {
        paper.write(text, { ...LINE, y: 841 });
        paper.writeParagraph(text, { ...PARAGRAPH, y: 841 });
      }
    });
    assert.equal(pages.length, 1);
    assert.ok((pages[0]?.length ?? 0) >= HOSTILE_TEXTS.length);
  });
});
