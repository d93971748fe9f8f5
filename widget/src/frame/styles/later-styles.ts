// Loaded by itself, with the first of what it is for: the thumbs of an answer, the stars, the list of earlier conversations.

const styles = `
.chat-thumbs {
  max-width: 100%;
}
.chat-thumbs > span {
  display: inline-flex;
  align-items: center;
  gap: 2px;
}
.chat-thumb {
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: 8px;
  color: var(--muted);
}
.chat-thumb:hover,
.chat-thumb[aria-pressed="true"] {
  background: color-mix(in srgb, var(--text) 7%, transparent);
  color: var(--text);
}
.chat-thumb[aria-pressed="true"] .chat-icon {
  fill: color-mix(in srgb, currentColor 30%, transparent);
}
.chat-thumb .chat-icon {
  width: 16px;
  height: 16px;
}
.chat-thumb[data-value="down"] .chat-icon {
  transform: rotate(180deg);
}
.chat-thumbs .chat-note:empty {
  display: none;
}
.chat-why fieldset {
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
}
.chat-why legend {
  float: left;
  width: 100%;
  padding: 0;
  font-weight: 500;
}
.chat-reason {
  position: relative;
  padding: 5px 10px;
  border: 1px solid var(--border);
  border-radius: 14px;
  font-size: 13px;
  cursor: pointer;
}
.chat-reason input {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  margin: 0;
  opacity: 0;
  cursor: pointer;
}
.chat-reason:has(:checked) {
  border-color: var(--link);
  background: color-mix(in srgb, var(--link) 12%, var(--surface));
}
.chat-reason:has(:focus-visible) {
  outline: 2px solid var(--link);
}
.chat-rating {
  margin: 0 auto;
  align-items: center;
  text-align: center;
}
.chat-rating legend {
  float: left;
  width: 100%;
  padding: 0;
  font-weight: 500;
}
.chat-rating .chat-field {
  width: 100%;
  text-align: start;
}
.chat-stars {
  display: flex;
}
.chat-star {
  position: relative;
  padding: 4px;
  border-radius: 8px;
  color: var(--muted);
  cursor: pointer;
}
.chat-star input {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  margin: 0;
  opacity: 0;
  cursor: pointer;
}
.chat-star:has(:focus-visible) {
  outline: 2px solid var(--link);
}
.chat-star[data-on="true"] {
  color: #b7791f;
}
.chat-star[data-on="true"] .chat-icon {
  fill: currentColor;
}
.chat-rating p:empty {
  display: none;
}
.chat-history {
  flex: 1;
  padding: 12px 16px;
  overflow-y: auto;
}
.chat-history ul {
  margin-bottom: 16px;
  list-style: none;
}
.chat-history li button {
  display: grid;
  width: 100%;
  padding: 10px 12px;
  border-radius: 10px;
}
.chat-history li button:hover,
.chat-history [aria-current="true"] {
  background: var(--hover);
}
.chat-history li span {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.chat-empty {
  padding: 24px 0;
  color: var(--muted);
}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
// Before the rules of the agent's owner, which win.
document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];

export {};
