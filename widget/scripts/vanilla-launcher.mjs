/** The floor of P1 and P3: a button in a corner and nothing else. */
export const vanilla = `(function(){var b=document.createElement('button');b.setAttribute('aria-label','Chat');b.style.cssText='position:fixed;right:20px;bottom:20px;width:56px;height:56px;border-radius:50%;border:0;background:#2e5aac';document.documentElement.appendChild(b)})()`;
