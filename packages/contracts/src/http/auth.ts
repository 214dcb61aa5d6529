import { z } from 'zod'
import { roles } from '../vocabulary.ts'
import { email, instant, password, text } from './fields.ts'
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
    summary: 'Open a customer account',
    body: registration,
    status: 201,
    response: session,
  }),
  getMe: route({
    method: 'GET',
    path: '/api/users/me',
    access: 'signed-in',
    summary: 'The signed-in user',
    response: userView,
  }),
}
