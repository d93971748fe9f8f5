export function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = '', text = '') {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}
