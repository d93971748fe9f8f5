import { platformName } from './slots.tsx';

export const Wordmark = () => (
  <a className="wordmark" href="/">
    <svg width="22" height="22" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill="currentColor" />
      <path d="M5 7.25h6.5M8.5 12.75H15" strokeWidth="2" strokeLinecap="round" />
    </svg>
    <span>{platformName}</span>
  </a>
);
