import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AgentId, ChannelConnectionId, PhoneNumberId, ScheduleId, WorkspaceUid } from './ids.ts';

/** As people type it, as E.164. */
const phone = z
  .string()
  .trim()
  .max(40)
  .transform((number) => number.replace(/[\s().-]/g, ''))
  .pipe(
    z.string().regex(/^\+[1-9]\d{6,14}$/, 'Please type the number with its country code, such as +1 202 555 0100.'),
  );
/** Empty: nobody. */
const nobodyOr = z.union([z.literal(''), phone]);

const settings = {
  agentId: AgentId.nullable().describe('Who answers; null: nobody, and the line is busy'),
  scheduleId: ScheduleId.nullable().describe('When calls are taken; null: at any hour'),
  closedText: z.string().trim().max(500).describe('What is said outside of these hours; empty: that nobody is there'),
  overflowTo: nobodyOr.describe('Who is called while all lines are taken; empty: the line is busy'),
  transferTo: nobodyOr.describe('Who is called where the agent puts somebody through; empty: it does not'),
  transfersAtOnce: z
    .boolean()
    .describe('Who asks for a person is put through at once; false: once nobody in the inbox takes over'),
};

/** A phone number of a provider that an agent answers. The token of its account is written and replaced, never read. */
export const PhoneNumber = z.object({
  id: PhoneNumberId,
  number: z.string().describe('As E.164'),
  name: z.string().describe('At first as its account calls it'),
  accountSid: z.string(),
  ...settings,
  agentTitle: z.string().describe('Empty where there is no agent'),
  createdAt: z.iso.datetime(),
});
export type PhoneNumber = z.infer<typeof PhoneNumber>;

/** One of an account, before it is imported. */
export const AccountNumber = z.object({
  number: z.string(),
  name: z.string(),
  takesCalls: z.boolean().describe('Whether it can be called at all'),
  answeredBy: z.string().describe('The host that answers now, or `trunk` or `application`; empty: nobody'),
  isImported: z.boolean().describe('Into this workspace'),
});
export type AccountNumber = z.infer<typeof AccountNumber>;

/** Whose numbers: of an account that is typed, or of one whose number answers SMS here already. */
const account = z.union([
  z.object({
    accountSid: z
      .string()
      .trim()
      .regex(
        /^AC[\da-f]{32}$/,
        'This is not an Account SID. It begins with AC, and 32 digits and letters from a to f follow.',
      ),
    authToken: z
      .string()
      .trim()
      .regex(/^[\da-f]{32}$/, 'This is not an Auth Token. It has 32 digits and letters from a to f.')
      .describe('The primary one: with it the account signs its calls'),
  }),
  z.object({ connectionId: ChannelConnectionId.describe('A channel for SMS of this workspace') }),
]);
export type PhoneAccountInput = z.infer<typeof account>;

const workspace = z.object({ uid: WorkspaceUid });
const one = workspace.extend({ phoneNumberId: PhoneNumberId });
const route = (method: 'GET' | 'POST' | 'DELETE', end: `/${string}` | '', summary: string, successStatus = 200) =>
  oc.route({
    ...{ method, summary, successStatus, tags: ['Phone numbers'] },
    path: `/v2/workspaces/{uid}/phone-numbers${end}`,
  });

export const phoneNumbersContract = {
  list: route('GET', '', 'List phone numbers')
    .input(workspace)
    .output(z.object({ items: z.array(PhoneNumber) })),
  look: route('POST', '/look', 'List the numbers of an account, to choose one')
    .input(workspace.extend({ account }))
    .output(z.object({ items: z.array(AccountNumber) })),
  import: route('POST', '', 'Have an agent answer a number of an account; its calls come here from then on', 201)
    .input(
      workspace.extend({
        account,
        number: phone,
        agentId: AgentId.nullable().default(null),
        takesOver: z.boolean().default(false).describe('Whoever answers now answers no more'),
      }),
    )
    .output(PhoneNumber),
  update: route('POST', '/{phoneNumberId}', 'Change who answers a number, when, and who is called else')
    .input(one.extend(z.object({ name: z.string().trim().min(1).max(100), ...settings }).partial().shape))
    .output(PhoneNumber),
  release: route('DELETE', '/{phoneNumberId}', 'Give a number back: it is answered as before it was imported')
    .input(one)
    .output(z.object({ success: z.literal(true) })),
};
