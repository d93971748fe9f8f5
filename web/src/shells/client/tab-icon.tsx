import { IconAppWindow } from '@tabler/icons-react';

/** Of a custom tab: the agency's picture, or a window. */
export function TabIcon({ url }: { url: string }) {
  return url === '' ? (
    <IconAppWindow size={18} stroke={1.5} aria-hidden="true" />
  ) : (
    <img src={url} alt="" width={18} height={18} style={{ borderRadius: 4, objectFit: 'cover' }} />
  );
}
