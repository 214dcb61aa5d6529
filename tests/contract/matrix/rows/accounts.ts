/** The accounts of all people, their sessions, data and notifications. */
import { randomUUID } from 'node:crypto'
import type { auditRoutes } from '@jaanch/contracts/http/audit'
import type { authRoutes } from '@jaanch/contracts/http/auth'
import type { contactRoutes } from '@jaanch/contracts/http/contacts'
import type { notificationRoutes } from '@jaanch/contracts/http/notifications'
import type { privacyRoutes } from '@jaanch/contracts/http/privacy'
import type { savedViewRoutes } from '@jaanch/contracts/http/saved-views'
import type { secondFactorRoutes } from '@jaanch/contracts/http/second-factors'
import type { userRoutes } from '@jaanch/contracts/http/users'
import { createUser, password, registerCustomer, uniqueEmail } from '../../../support/people.ts'
import { createSavedView, createSession } from '../create-resources.ts'
import { admins, anyone, nothing, type RowsOf, reason, signedIn, staff } from '../row.ts'

const unknownTicket = 'a'.repeat(43)

export const accountsRows: RowsOf<
  typeof authRoutes &
    typeof secondFactorRoutes &
    typeof userRoutes &
    typeof savedViewRoutes &
    typeof privacyRoutes &
    typeof contactRoutes &
    typeof auditRoutes &
    typeof notificationRoutes
> = {
  login: {
    'as a customer': [
      anyone,
      async ({ url }) => ({ body: { email: (await registerCustomer(url)).email, password } }),
    ],
    'as a lab under review': [
      ['403', '403', '403', '403'],
      ({ applicant }) => ({ body: { email: applicant.email, password } }),
    ],
    'as a suspended lab': [
      ['403', '403', '403', '403'],
      ({ suspended }) => ({ body: { email: suspended.email, password } }),
    ],
    'into a disabled account': [
      ['401', '401', '401', '401'],
      async ({ url, database }) => {
        const { id, email } = await registerCustomer(url)
        await database.asOwner('update users set is_active = false where id = $1', [id])
        return { body: { email, password } }
      },
    ],
  },
  logout: { 'in this browser': [anyone, nothing] },
  listSessions: { own: [signedIn, nothing] },
  listViews: { own: [staff, nothing] },
  saveView: {
    own: [staff, () => ({ body: { page: 'lab-bookings', name: 'Morning', query: 'day=today' } })],
  },
  useView: {
    "a lab's": [
      ['401', '403', 'own', '404'],
      async ({ database }, { lab }) => ({ params: await createSavedView(database, lab.id) }),
    ],
  },
  removeView: {
    "a lab's": [
      ['401', '403', 'own', '404'],
      async ({ database }, { lab }) => ({ params: await createSavedView(database, lab.id) }),
    ],
  },
  endSession: {
    "a customer's": [
      ['401', 'own', '404', '404'],
      async ({ database }, { customer }) => ({
        params: await createSession(database, customer.id),
      }),
    ],
  },
  signOutEverywhere: { own: [signedIn, nothing] },
  changePassword: {
    'with a wrong one': [
      ['401', '422', '422', '422'],
      () => ({ body: { currentPassword: 'not the password', newPassword: password } }),
    ],
  },
  endUserSessions: {
    one: [admins, async ({ database }) => ({ params: { id: await createUser(database, 'customer') } })],
  },
  answerSecondFactor: {
    'with an unknown ticket': [
      ['422', '422', '422', '422'],
      () => ({ body: { ticket: unknownTicket, code: '123456' } }),
    ],
  },
  addSecondFactor: {
    'with an unknown ticket': [
      ['422', '422', '422', '422'],
      () => ({ body: { ticket: unknownTicket, code: '123456' } }),
    ],
  },
  listSecondFactors: { own: [staff, nothing] },
  beginSecondFactorChange: {
    'with a wrong password': [
      ['401', '403', '422', '422'],
      () => ({ body: { password: 'not the password' } }),
    ],
  },
  confirmSession: {
    'with a wrong password': [
      ['401', '422', '422', '422'],
      () => ({ body: { password: 'not the password' } }),
    ],
  },
  removeSecondFactor: {
    'with an unknown ticket': [
      ['401', '403', '422', '422'],
      () => ({ params: { id: randomUUID() }, body: { ticket: unknownTicket } }),
    ],
  },
  renewRecoveryCodes: {
    'with an unknown ticket': [['401', '403', '422', '422'], () => ({ body: { ticket: unknownTicket } })],
  },
  register: {
    'as a customer': [
      anyone,
      () => ({ body: { name: 'Ravi', email: uniqueEmail(), password, role: 'customer' } }),
    ],
    'as an admin': [
      ['422', '422', '422', '422'],
      () => ({ body: { name: 'Ravi', email: uniqueEmail(), password, role: 'admin' } }),
    ],
  },
  forgotPassword: {
    'for an account': [
      anyone,
      async ({ database }) => {
        const id = await createUser(database, 'customer')
        const { rows } = await database.asOwner('select email from users where id = $1', [id])
        return { body: { email: rows[0].email } }
      },
    ],
    'for no account': [anyone, () => ({ body: { email: uniqueEmail() } })],
  },
  resetPassword: {
    'with an unknown token': [
      ['422', '422', '422', '422'],
      () => ({ body: { token: 'a'.repeat(43), password } }),
    ],
  },
  getMe: { who: [signedIn, nothing] },
  changeMe: {
    name: [signedIn, () => ({ body: { name: 'Test Person', confirm: ['correct-mistake' as const] } })],
  },
  exportMe: {
    'with a wrong password': [
      ['401', '422', '422', '422'],
      () => ({ body: { password: 'not the password' } }),
    ],
  },
  listConsents: { own: [signedIn, nothing] },
  answerConsent: {
    one: [signedIn, () => ({ body: { purpose: 'offers-by-sms', version: 1, isGiven: true } })],
  },
  eraseMe: {
    'with a wrong password': [
      ['401', '422', '403', '403'],
      () => ({ body: { password: 'not the password' } }),
    ],
  },
  sendContactCode: {
    'to the e-mail address': [
      signedIn,
      async ({ database }) => {
        await database.asOwner('update users set email_proven_at = null')
        return { body: { channel: 'email' } }
      },
    ],
  },
  proveContact: {
    'without a code': [['401', '422', '422', '422'], () => ({ body: { channel: 'email', code: '123456' } })],
  },
  listUsers: { all: [admins, nothing] },
  countUsers: { all: [admins, nothing] },
  disableUser: {
    'a customer': [
      admins,
      async ({ database }) => ({
        params: { id: await createUser(database, 'customer') },
        body: { reason },
      }),
    ],
    'the caller': [
      ['401', '403', '403', 'yes:409'],
      ({ admin }) => ({ params: { id: admin.id }, body: { reason } }),
    ],
  },
  changeStaffRole: {
    'of another admin': [
      admins,
      async ({ database }) => ({
        params: { id: await createUser(database, 'admin') },
        body: { staffRole: 'support' },
      }),
    ],
    'of a customer': [
      ['401', '403', '403', '404'],
      async ({ database }) => ({
        params: { id: await createUser(database, 'customer') },
        body: { staffRole: 'support' },
      }),
    ],
  },
  enableUser: {
    'a disabled one': [
      admins,
      async ({ database }) => {
        const id = await createUser(database, 'customer')
        await database.asOwner('update users set is_active = false where id = $1', [id])
        return { params: { id }, body: { reason } }
      },
    ],
  },
  listAudit: { all: [admins, nothing] },
  listAccess: { own: [signedIn, nothing] },
  listNotifications: { own: [signedIn, nothing] },
  countUnread: { own: [signedIn, nothing] },
  readNotifications: {
    all: [signedIn, () => ({ body: { all: true } })],
    'of another recipient': [signedIn, () => ({ body: { ids: ['1'] } })],
  },
  getNotificationPreferences: { own: [signedIn, nothing] },
  changeNotificationPreferences: { own: [signedIn, () => ({ body: { sms: false } })] },
}
