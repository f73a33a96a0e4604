// House rules that no linter knows: `node tools/house-rules.ts`. Each has a planted violation in house-rules.test.ts.
import { checkMigrations } from './migration-rules.ts';
import { isTestCode } from './places.ts';
import { isTestFile, readCodeFiles, readMigrations, reportFindings } from './repository.ts';
import type { Finding, SourceFile } from './repository.ts';
import { lineAt, scanSource } from './source-text.ts';
import type { ScannedSource } from './source-text.ts';
import { findUnsafeParts, isSql, mayHoldSql } from './sql-text.ts';

/** A pattern that must not occur in the code (literals and comments are blanked out) of the files it applies to. */
type CodeRule = {
  readonly rule: string;
  readonly pattern: RegExp;
  readonly applies: (path: string) => boolean;
  readonly message: string;
};

const isProduct = (path: string): boolean => /^(?:src|sandbox)\//.test(path) && !isTestCode(path);

const CODE_RULES: readonly CodeRule[] = [
  {
    rule: 'environment',
    pattern: /\bprocess\s*\??\.\s*env\b|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/g,
    applies: (path) => isProduct(path) && path !== 'src/config.ts',
    message: 'the environment is read in src/config.ts only',
  },
  {
    rule: 'clock',
    pattern:
      /\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*\(\s*[^)\s])|(?<![\w$.])(?<!new\s)Date\s*\(\s*\)|\bTemporal\s*\.\s*Now\b/g,
    applies: (path) => isProduct(path) && path !== 'src/platform/clock.ts',
    message: 'the current time comes from src/platform/clock.ts only',
  },
  {
    rule: 'randomness',
    pattern: /\bMath\s*\.\s*random\b/g,
    applies: (path) => path.startsWith('src/'),
    message: 'Math.random can be guessed and cannot be repeated; take node:crypto',
  },
  {
    rule: 'scope',
    pattern: /\bgrantScope\b/g,
    applies: (path) =>
      isProduct(path) && !/^src\/(?:platform\/(?:db\/scope|http\/access|jobs\/attempt)\.ts|cli\/)/.test(path),
    message: "only the access check, a claimed job and the operator's commands grant a scope",
  },
  {
    rule: 'printing',
    pattern: /(?<![\w$.])console\s*\.\s*\w|\bprocess\s*\.\s*std(?:out|err)\b/g,
    applies: (path) => isProduct(path) && !/^src\/cli(?:\/|\.ts$)/.test(path),
    message: 'only src/cli prints; elsewhere take the log',
  },
  {
    rule: 'default-export',
    pattern: /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/g,
    applies: () => true,
    message: 'exports have names',
  },
  {
    rule: 'text-in-markup',
    // Up to the closing tag; the product's own name is the same in every language.
    pattern: />(?!\s*Farol\s*<)[^<>{}()=;]*\p{L}{2}[^<>{}()=;]*<\//gu,
    applies: (path) => path.startsWith('console/') && path.endsWith('.tsx'),
    message: "words stand in the feature's texts, in both languages, and not between tags",
  },
  {
    rule: 'test-switch',
    pattern: /\.\s*(?:only|skip|todo)\s*\(|\b(?:only|skip|todo)\s*:\s*(?:true\b|['"`])/g,
    applies: isTestCode,
    message:
      'no test is switched on or off by hand; a test that lacks something takes { skip: reason } from a variable',
  },
];

const COMMENT_RULES: readonly CodeRule[] = [
  {
    rule: 'unfinished',
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/g,
    applies: () => true,
    message: 'finish it, or open an issue',
  },
  {
    rule: 'exemption',
    pattern: /\b(?:oxlint|eslint)-(?:disable|enable)|@ts-(?:ignore|nocheck)\b|@lintignore\b/g,
    applies: () => true,
    message: 'no check is switched off by a comment',
  },
  {
    rule: 'exemption',
    pattern: /@ts-expect-error\b/g,
    applies: (path) => !isTestFile(path),
    message: '@ts-expect-error proves a refusal in a test; elsewhere it hides a fault',
  },
];

const VAGUE = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'manager',
  'data',
  'info',
  'v2',
  'next',
  'new',
]);
const VAGUE_ENDING = /-(?:utils?|helpers?|common|misc|manager)$/;

export function checkHouseRules(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    const scanned = scanSource(file.text);
    return [
      ...checkName(file.path),
      ...checkCode(file, scanned),
      ...checkComments(file, scanned),
      ...checkSql(file, scanned),
    ];
  });
}

function checkName(path: string): Finding[] {
  const isVague = (segment: string): boolean => {
    const stem = segment.replace(/\..*$/, '');
    return VAGUE.has(stem) || VAGUE_ENDING.test(stem);
  };
  const segment = path.split('/').find(isVague);
  const message = `"${segment}" says nothing; name the one thing that lives there`;
  return segment === undefined ? [] : [{ path, rule: 'vague-name', message }];
}

function checkCode(file: SourceFile, { code }: ScannedSource): Finding[] {
  return CODE_RULES.filter(({ applies }) => applies(file.path)).flatMap((rule) =>
    [...code.matchAll(rule.pattern)].map((hit) => toFinding(file, rule, hit.index)),
  );
}

function checkComments(file: SourceFile, { comments }: ScannedSource): Finding[] {
  return COMMENT_RULES.filter(({ applies }) => applies(file.path)).flatMap((rule) =>
    comments.flatMap((comment) =>
      [...comment.text.matchAll(rule.pattern)].map((hit) => toFinding(file, rule, comment.start + hit.index)),
    ),
  );
}

function toFinding(file: SourceFile, { rule, message }: CodeRule, index: number): Finding {
  return { path: file.path, line: lineAt(file.text, index), rule, message };
}

function checkSql(file: SourceFile, scanned: ScannedSource): Finding[] {
  const { path, text } = file;
  return scanned.literals
    .filter((literal) => isSql(literal.text))
    .flatMap((literal) => {
      const line = lineAt(text, literal.start);
      const findings: Finding[] = [];
      if (!mayHoldSql(path)) {
        findings.push({
          path,
          line,
          rule: 'sql-place',
          message: 'SQL stands in store.ts, queries.ts and src/platform only',
        });
      }
      for (const part of isProduct(path) ? findUnsafeParts(path, scanned, literal) : []) {
        const message = `"${part}" is put into the query's text; pass it as a parameter`;
        findings.push({ path, line, rule: 'sql-interpolation', message });
      }
      return findings;
    });
}

if (import.meta.main) {
  reportFindings('house rules', [...checkHouseRules(readCodeFiles()), ...checkMigrations(readMigrations())]);
}
