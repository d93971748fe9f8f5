const flat = (element: Element) => (element.textContent ?? '').replace(/[\s\u00a0]+/g, ' ').trim();
const isNamed = (element: Element, ...names: string[]) => names.includes(element.localName.toLowerCase());

/** A table of one column, or one that holds another, is there for the layout. */
export function isDataTable(table: Element): boolean {
  if (table.querySelector('table,h1,h2,h3,h4,h5,h6')) return false;
  return [...table.querySelectorAll('tr')].some((row) => row.children.length > 1);
}

/** One line a row, each cell with the name of its column: a row found by itself still says what it is about. */
export function tableLines(table: Element): string {
  const caption = table.querySelector('caption');
  const lines = caption ? [flat(caption)] : [];
  let names: string[] = [];
  for (const row of table.querySelectorAll('tr')) {
    const cells = [...row.children];
    const texts = cells.map(flat);
    if (cells.length > 1 && cells.every((cell) => isNamed(cell, 'th'))) {
      names = texts;
      continue;
    }
    const parts = texts.flatMap((text, at) => {
      const name = names[at];
      return text === '' ? [] : [name && name !== text ? `${name}: ${text}` : text];
    });
    if (parts.length > 0) lines.push(parts.join(' | '));
  }
  if (lines.length === (caption ? 1 : 0) && names.length > 0) lines.push(names.join(' | '));
  return lines.filter((line) => line !== '').join('\n');
}

/** `- item`, inner lists indented; numbers are kept where the order is meant. */
export function listLines(list: Element, depth = 0): string {
  const isOrdered = isNamed(list, 'ol');
  const lines: string[] = [];
  for (const item of list.children) {
    const inner = [...item.children].filter((child) => isNamed(child, 'ul', 'ol'));
    const own = [...item.childNodes]
      .filter((child) => !inner.includes(child as Element))
      .map((child) => child.textContent ?? '')
      .join(' ')
      .replace(/[\s\u00a0]+/g, ' ')
      .trim();
    const sign = isOrdered ? `${lines.length + 1}.` : '-';
    if (own) lines.push(`${'  '.repeat(depth)}${sign} ${own}`);
    for (const one of inner) if (depth < 20) lines.push(listLines(one, depth + 1));
  }
  return lines.filter((line) => line !== '').join('\n');
}

/** `term: definition` */
export function definitionLines(list: Element): string {
  const lines: string[] = [];
  for (const part of list.querySelectorAll('dt,dd')) {
    const text = flat(part);
    if (text === '') continue;
    if (isNamed(part, 'dt')) lines.push(`${text}:`);
    else if (lines.length === 0) lines.push(text);
    else lines.push(`${lines.pop()} ${text}`);
  }
  return lines.join('\n');
}
