import { z } from 'zod'
import { genders, roles } from '../vocabulary.ts'
import { email, filterText, instant, nothing, page, password, text } from './fields.ts'
import { route } from './route.ts'

export const userView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  isActive: z.boolean(),
  createdAt: instant,
  /** Set for a lab partner's user */
  labPartnerId: z.uuid().nullable(),
  /** The customer's own, as a patient; null if not given */
  dateOfBirth: z.string().nullable(),
  gender: z.enum(genders).nullable(),
})
export type UserView = z.output<typeof userView>

const session = z.object({ token: z.string(), user: userView })
export type Session = z.output<typeof session>

export const credentials = z.object({
  /** May hold an e-mail address or a phone number */
  email: text(254),
  password: z.string().min(1).max(200),
})

export const registration = z.object({ name: text(100), email, password, role: z.literal('customer') })

export const authRoutes = {
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
    status: 201,
    creates: true,
    response: session,
  }),
  logout: route({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'public',
    summary: 'Remove the cookie for files; the client deletes its token',
    status: 204,
    response: nothing,
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
    access: ['admin'],
    summary: 'All users, newest first',
    query: page.extend({ role: z.enum(roles).optional(), q: filterText }),
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
    body: z.object({ token: text(200), password }),
    status: 204,
    response: nothing,
  }),
}
