// `npm run payments -- replay|reconcile|unblock`: has things of the payment provider looked at again, or lets somebody buy again (docs/runbooks/payments.md).
import { readSettings } from './payments-stand-in.mjs';
import { fail, handOver } from './runtime.mjs';

handOver('payments.mjs');
const { runPaymentCommand } = await import('../server/src/app-payments.ts');
const lines = await runPaymentCommand(readSettings(process.env), process.argv.slice(2)).catch((error) =>
  fail(error.message),
);
for (const line of lines) console.log(line);
console.log(process.argv[2] === 'unblock' ? `${lines.length} unblocked` : `${lines.length} to be looked at again`);
