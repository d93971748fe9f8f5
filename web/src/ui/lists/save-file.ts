/** Hands what was made in the page to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then and holds the content itself.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
