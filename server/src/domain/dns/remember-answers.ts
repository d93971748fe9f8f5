import type { DnsAnswer, DnsLook } from './dns.ports.ts';

/** Asks each question once, for one check: nothing is kept from one check to the next, least of all that there was nothing. */
export function rememberAnswers(look: DnsLook): DnsLook {
  const asked = new Map<string, Promise<DnsAnswer>>();
  return {
    mayAsk: look.mayAsk,
    ask(kind, name, at) {
      const key = [kind, name, ...(at ?? [])].join(' ');
      const answer = asked.get(key) ?? look.ask(kind, name, at);
      asked.set(key, answer);
      return answer;
    },
  };
}
