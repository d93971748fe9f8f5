/** For Node. The reference libraries exist for most languages and differ in no word that matters. */
export const verifySample = `import { Webhook } from 'standardwebhooks';

// The body as it came, byte for byte: parsing and writing it again changes it.
const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const { type, payload } = webhook.verify(rawBody, request.headers);

// The same event may come more than once: remember its id.
const id = request.headers['webhook-id'];`;
