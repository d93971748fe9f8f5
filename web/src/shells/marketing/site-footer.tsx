import { platformName, slot, Unless, When } from './parts/slots.tsx';
import { Wordmark } from './parts/wordmark.tsx';

const COLUMNS = [
  [
    'Product',
    [
      ['Website agent', '/chatbot'],
      ['For agencies', '/landing2'],
      ['Voice', '/voice-agent'],
      ['WhatsApp', '/whatsapp'],
      ['Demo', '/demo'],
    ],
  ],
  [
    'Legal',
    [
      ['Terms of service', '/legal/tos'],
      ['Privacy policy', '/legal/privacy-policy'],
      ['Privacy for visitors', '/legal/tixae-privacy-policy'],
      ['Cookie policy', '/legal/cookie-policy'],
      ['Refund policy', '/legal/refund-policy'],
    ],
  ],
  [
    'Support',
    [
      ['Contact', '/legal/contact'],
      ['API reference', '/api/docs'],
      ['About us', '/legal/about'],
    ],
  ],
  [
    'Compliance',
    [
      ['GDPR', '/legal/gdpr'],
      ['Security', '/#security'],
    ],
  ],
] as const;

export const SiteFooter = () => (
  <footer className="site-footer">
    <div className="wide columns">
      <div className="imprint">
        <Wordmark />
        <p>AI-powered conversation solutions</p>
        <When is="socialLinks">
          <a className="social" href="{{url}}" rel="me noopener">
            {'{{label}}'}
          </a>
        </When>
      </div>
      {COLUMNS.map(([title, links]) => (
        <nav key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {links.map(([text, href]) => (
              <li key={href}>
                <a href={href}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
    <p className="wide small-print">
      © {slot('year')} <When is="operatorName">{slot('operatorName')}</When>
      <Unless is="operatorName">{platformName}</Unless>
    </p>
  </footer>
);
