// One line of `;`-separated fields, in quotes or not.

export function splitFields(line: string): string[] {
  if (!line.includes('"')) {
    return line.split(';');
  }
  const fields: string[] = [];
  let at = 0;
  while (at <= line.length) {
    if (line.charCodeAt(at) === 34) {
      const end = endOfQuoted(line, at + 1);
      const next = nextSeparator(line, end + 1);
      // What stands between the closing quote and the separator is kept: a quote in the middle of a name is no reason to lose its end.
      fields.push(line.slice(at + 1, end).replaceAll('""', '"') + line.slice(end + 1, next));
      at = next + 1;
    } else {
      const end = nextSeparator(line, at);
      fields.push(line.slice(at, end));
      at = end + 1;
    }
  }
  return fields;
}

function nextSeparator(line: string, from: number): number {
  const at = line.indexOf(';', from);
  return at === -1 ? line.length : at;
}

function endOfQuoted(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at !== -1; at = line.indexOf('"', at + 2)) {
    if (line.charCodeAt(at + 1) !== 34) {
      return at;
    }
  }
  return line.length;
}
