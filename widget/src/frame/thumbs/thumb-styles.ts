export const thumbStyles = `
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
`;
