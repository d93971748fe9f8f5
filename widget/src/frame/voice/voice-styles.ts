// Loaded by itself, with the first call.

const styles = `
.chat-call {
  display: grid;
  gap: 8px;
  margin: 0 0 8px;
  padding: 12px 14px;
  border: 1px solid var(--border);
  border-radius: 14px;
  background: color-mix(in srgb, var(--text) 3%, var(--surface));
  font-size: 14px;
}
.chat-call p {
  margin: 0;
  overflow-wrap: anywhere;
}
.chat-call-state {
  display: flex;
  align-items: center;
  gap: 10px;
  font-weight: 600;
}
[hidden].chat-call-state {
  display: none;
}
.chat-call-state::before {
  content: "";
  flex: none;
  width: 10px;
  height: 10px;
  border-radius: 50%;
  background: var(--muted);
}
.chat-call[data-state="listening"] .chat-call-state::before {
  background: #16a34a;
}
.chat-call[data-state="speaking"] .chat-call-state::before {
  background: var(--primary);
}
.chat-call[data-state="thinking"] .chat-call-state::before,
.chat-call[data-state="speaking"] .chat-call-state::before {
  animation: chat-call-beat 1.2s ease-in-out infinite;
}
@keyframes chat-call-beat {
  50% {
    opacity: 0.35;
  }
}
@media (prefers-reduced-motion: reduce) {
  .chat-call-state::before {
    animation: none !important;
  }
}
.chat-call-heard {
  color: var(--muted);
}
.chat-call-heard:empty {
  display: none;
}
.chat-call-buttons {
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
}
.chat-call-buttons button {
  min-height: 36px;
  padding: 6px 14px;
  border: 1px solid var(--border);
  border-radius: 18px;
  font-weight: 500;
}
[data-state="asking"] .chat-call-buttons button:first-child {
  border-color: transparent;
  background: var(--primary);
  color: var(--on-primary);
}
.chat-call-buttons button:hover {
  background: color-mix(in srgb, var(--text) 7%, transparent);
}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
// Before the rules of the agent's owner, which win.
document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];

export {};
