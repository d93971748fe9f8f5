// The scripted model host as a process of its own, for tests that drive the product from outside. Prints its address as JSON.
import { startModelServer } from './openai-compatible-server.ts';

const { baseURL, hostAndPort } = await startModelServer();
process.stdout.write(`${JSON.stringify({ baseURL, hostAndPort })}\n`);
