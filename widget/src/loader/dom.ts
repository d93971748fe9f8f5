/** Elements are made one by one: markup given as text would break under a page's Trusted Types. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  parent: Node,
  className = '',
  label: string | null = null,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.ariaLabel = label;
  return parent.appendChild(element);
}

/** An icon of 24 units in line style, made of one path. */
export function makeIcon(parent: Node, path: string): void {
  const draw = (tag: string, into: Node) =>
    into.appendChild(document.createElementNS('http://www.w3.org/2000/svg', tag));
  const svg = draw('svg', parent);
  svg.setAttribute('viewBox', '0 0 24 24');
  draw('path', svg).setAttribute('d', path);
}

/** Nothing of ours may ever reach the page as an error. */
export const guard =
  <Args extends unknown[], Result>(action: (...args: Args) => Result) =>
  (...args: Args): Result | undefined => {
    try {
      return action(...args);
    } catch {}
  };
