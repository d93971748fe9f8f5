/** What a domain of an agency's own is refused for that was typed. Free of validators, so that screens can import it. */
export const DOMAIN_FAULTS = {
  empty: 'Please enter a custom domain',
  apex: 'Please input a subdomain: "{host}"',
  nobodys: "{host} is nobody's own. Enter a domain below it.",
  wildcard: 'A wildcard is no domain. Enter a whole one, such as portal.example.com.',
  address: 'Enter a domain, not an IP address.',
  port: 'Enter the domain without a port.',
  malformed: 'This is no domain. Enter a whole one, such as portal.example.com.',
  tooLong: 'A domain has at most 253 characters.',
  elsewhere: 'Only names below localhost lead to this machine. Enter one such as portal.localhost.',
} as const;
export type DomainFault = keyof typeof DOMAIN_FAULTS;

export const sayFault = (fault: DomainFault, host = ''): string => DOMAIN_FAULTS[fault].replace('{host}', host);

const faults = Object.keys(DOMAIN_FAULTS) as DomainFault[];

/** Which of them a sentence is, so that it can be said in another language; null for any other. */
export function readFault(sentence: string): { fault: DomainFault; host: string } | null {
  for (const fault of faults) {
    const [before = '', after] = DOMAIN_FAULTS[fault].split('{host}');
    if (after === undefined ? sentence === before : sentence.startsWith(before) && sentence.endsWith(after))
      return { fault, host: after === undefined ? '' : sentence.slice(before.length, sentence.length - after.length) };
  }
  return null;
}
