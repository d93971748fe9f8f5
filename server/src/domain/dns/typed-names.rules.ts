import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { DomainFault } from '@antiphon/contract/domain-faults';

const CHARS_MAX = 253;

export type TypedName = { name: string } | { fault: DomainFault };

/** As the name system has it, or why it can be none. A whole address, with scheme and path, is forgiven. `label`: each of its parts. */
export function readTypedName(typed: string, label: RegExp, charsMax = CHARS_MAX): TypedName {
  const bare = typed
    .replace(/\s+/g, '')
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '');
  if (bare === '') return { fault: 'empty' };
  if (bare.length > CHARS_MAX) return { fault: 'tooLong' };
  if (bare.includes('*')) return { fault: 'wildcard' };
  if (isIP(bare.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')) > 0) return { fault: 'address' };
  if (/:\d*$/.test(bare)) return { fault: 'port' };
  const name = domainToASCII(bare);
  // `0x7f.1` and the like are addresses to whoever reads addresses.
  if (isIP(name) > 0) return { fault: 'address' };
  const labels = name.split('.');
  if (labels.length < 2 || !labels.every((one) => label.test(one))) return { fault: 'malformed' };
  return name.length > charsMax ? { fault: 'tooLong' } : { name };
}
