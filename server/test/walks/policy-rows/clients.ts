import { form, none, open, type ProcedureName, type Row } from '../policy-row.ts';

const NO_CODE = { status: 400 };

/** What exists on an agency's host alone. */
export const clientsRows = {
  'clientSessions.getOptions': open('host', none),
  'clientSessions.signIn': open('host', none, {
    body: (t) => ({ email: t.clientEmail, password: t.clientPassword }),
  }),
  'clientSessions.ssoClient': open('host', none, {
    body: (t) => ({ email: t.clientEmail, agencyId: t.agencyId }),
    alsoNames: { agencyId: (own, foreign) => ({ body: { email: own.clientEmail, agencyId: foreign.agencyId } }) },
  }),
  'clientSessions.validateClientLoginToken': open('host', none, { ...NO_CODE, body: () => ({ token: 'made-up' }) }),
  'clientSessions.takeOpening': open('host', none, { ...NO_CODE, body: () => ({ code: 'made-up' }) }),
  'clientSessions.signInAsAdmin': open('host', none, { ...NO_CODE, body: () => ({ secret: 'made-up' }) }),
  'clientSessions.getMe': open('client', none),
  'clientSessions.updateProfile': open('client', none, { isOnce: true, body: () => ({ name: 'Renamed' }) }),
  'clientSessions.askForEmail': open('client', none, {
    unaudited: 'nothing has changed yet',
    isOnce: true,
    body: (t) => ({ email: `${crypto.randomUUID()}@example.com`, currentPassword: t.clientPassword }),
  }),
  'clientSessions.confirmEmail': open('client', none, {
    unaudited: 'the example has no such code; the slice looks for the row of one that counts',
    ...NO_CODE,
    body: () => ({ email: 'new@example.com', code: '000000' }),
  }),
  'clientSessions.addPhoto': open('client', none, {
    unaudited: 'a photo that nothing shows yet',
    body: () => form('photo.png'),
  }),
  'agencyTabs.getOwnPage': open('client', (t) => ({ tabId: t.tabId })),
  'clientSessions.listSessions': open('client', none),
  'clientSessions.revokeSession': open('client', () => ({ sessionId: 'made-up' }), {
    unaudited: 'the example names no session of theirs',
    status: 404,
  }),
  'clientSessions.updateOrg': open('client', none, { isOnce: true, body: () => ({ name: 'Renamed' }) }),
  'clientSessions.listOrgUsers': open('client', none),
  'clientSessions.addUser': open('client', none, {
    body: () => ({ name: 'Noor', email: `${crypto.randomUUID()}@example.com`, dashboardPassword: 'a-new-password' }),
  }),
  'feedback.send': open('client', none, {
    unaudited: 'it stands in the feedback itself',
    body: () => ({ message: 'It is fine.' }),
  }),
  'clientSessions.changePassword': open('client', none, {
    isOnce: true,
    body: (t) => ({ currentPassword: t.clientPassword, newPassword: 'another-password' }),
  }),
  'clientSessions.signOut': open('client', none, {
    unaudited: 'it ends what one began; leaving a dashboard that was opened is written down',
    isOnce: true,
    body: none,
  }),
} satisfies Partial<Record<ProcedureName, Row>>;
