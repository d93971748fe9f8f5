const PATHS = {
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7.5 7.5h9v9h-9z',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M5 12h.01M12 12h.01M19 12h.01',
  back: 'M15 6l-6 6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  phone: 'M6 4h3l1.5 4-2 1.5a11 11 0 0 0 6 6l1.5-2 4 1.5v3a2 2 0 0 1-2 2A16 16 0 0 1 4 6a2 2 0 0 1 2-2z',
  clip: 'M15 7l-6.5 6.5a1.5 1.5 0 0 0 3 3L18 10a3 3 0 0 0-6-6l-6.5 6.5a4.5 4.5 0 0 0 9 9L21 13',
  plus: 'M12 5v14M5 12h14',
  clock: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  star: 'M12 4l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  file: 'M14 3v5h5M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8z',
  person: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0M5 20c.6-3.5 3.4-5.5 7-5.5s6.4 2 7 5.5',
  sound: 'M11 5L6.5 9H3v6h3.5l4.5 4zM15 9a4.5 4.5 0 0 1 0 6M17.5 6.5a8 8 0 0 1 0 11',
  retry: 'M4 5v5h5M4.6 10a8 8 0 1 1-.5 4',
};

/** Line icons on a grid of 24; always beside a word or within a control that has a name. */
export function Icon({ name, size = 18 }: { name: keyof typeof PATHS; size?: number }) {
  return (
    <svg className="chat-icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={PATHS[name]} strokeWidth={name === 'menu' ? 3 : undefined} />
    </svg>
  );
}
