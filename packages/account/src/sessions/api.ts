import {
  email,
  filterText,
  idParams,
  instant,
  line,
  noticeVersion,
  page,
  password,
  withoutContent,
} from '@jaanch/contracts/http/fields'
import { creation, forAdmins, route } from '@jaanch/contracts/http/route'
import { labRoles, staffRoles } from '@jaanch/contracts/staff-roles'
import { genders, roles } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

export const userView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  /** Set for an admin only */
  staffRole: z.enum(staffRoles).nullable(),
  /** Set for a lab's person only */
  labRole: z.enum(labRoles).nullable(),
  isActive: z.boolean(),
  createdAt: instant,
  /** Set for the people of a lab */
  labPartnerId: z.uuid().nullable(),
  /** The customer's own, as a patient; null if not given */
  dateOfBirth: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  /** Whether a code, or a reset link, showed that the user reads what is sent there: others get no messages */
  isEmailProven: z.boolean(),
  isPhoneProven: z.boolean(),
  /** The mail server of the address said that there is no such mailbox: nothing but codes and links is sent until it is proven again */
  hasEmailBounced: z.boolean(),
})
export type UserView = z.output<typeof userView>

export const session = z.object({ token: z.string(), user: userView })
export type Session = z.output<typeof session>

/** Where a person is signed in. */
export const sessionView = z.object({
  id: z.uuid(),
  /** 'Chrome on Android', from the browser's User-Agent */
  device: z.string(),
  /** An IPv4 address, or the /64 network of an IPv6 address */
  network: z.string(),
  createdAt: instant,
  /** Exact to ten minutes */
  lastSeenAt: instant,
  endsAt: instant,
  /** Whether it is the session of the request */
  isCurrent: z.boolean(),
})
export type SessionView = z.output<typeof sessionView>

/** The password that an account has. It is asked for again where a stolen session must not be enough */
export const ownPassword = z.object({ password: z.string().min(1).max(200) })

export const credentials = z.object({
  /** May hold an e-mail address or a phone number */
  email: line(254),
  ...ownPassword.shape,
})

/** Calls that every lab's person and every admin may give, whatever their role there */
export const forStaff = { access: ['lab-partner', 'admin'], admins: staffRoles, labs: labRoles } as const

export const registration = z.object({
  name: line(100),
  email,
  password,
  role: z.literal('customer'),
  noticeVersion,
})

export const authCalls = {
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Sign in by e-mail or phone',
    body: credentials,
    response: session,
  }),
  register: route({
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    summary: 'Create a customer account',
    body: registration,
    ...creation,
    response: session,
  }),
  logout: route({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'public',
    summary: 'End the session of the token, if one is sent, and remove the cookie for files',
    ...withoutContent,
  }),
  listSessions: route({
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'signed-in',
    summary: "The caller's open sessions, the one last seen first",
    response: z.array(sessionView),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    access: 'signed-in',
    summary: "End one of the caller's sessions",
    params: idParams,
    ...withoutContent,
  }),
  signOutEverywhere: route({
    method: 'POST',
    path: '/api/auth/sign-out-everywhere',
    access: 'signed-in',
    summary: "End all of the caller's sessions, this one too",
    ...withoutContent,
  }),
  changePassword: route({
    method: 'PUT',
    path: '/api/auth/password',
    access: 'signed-in',
    summary: 'Set a new password; ends all other sessions and answers with a new one',
    body: z.object({ currentPassword: ownPassword.shape.password, newPassword: password }),
    response: session,
  }),
  endUserSessions: route({
    method: 'DELETE',
    path: '/api/users/:id/sessions',
    access: ['admin'],
    summary: 'Sign a user out everywhere',
    params: idParams,
    ...withoutContent,
  }),
  getMe: route({
    method: 'GET',
    path: '/api/users/me',
    access: 'signed-in',
    summary: 'The signed-in user',
    response: userView,
  }),
  listUsers: route({
    method: 'GET',
    path: '/api/users',
    ...forAdmins('support'),
    summary: 'All users, newest first',
    query: page.extend({
      role: z.enum(roles).optional(),
      /** Beginning of a word of the name, of the e-mail or of the phone; end of the order number of a customer's booking */
      q: filterText,
    }),
    response: z.array(userView),
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/api/auth/forgot',
    access: 'public',
    summary: 'Request a link to set a new password; the answer does not reveal whether the account exists',
    body: z.object({ email }),
    status: 202,
    response: z.object({ message: z.string() }),
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/auth/reset',
    access: 'public',
    summary: 'Set a new password with the single-use token of the link; ends all sessions',
    body: z.object({ token: line(200), password }),
    ...withoutContent,
  }),
}
