import { z } from 'zod'
import { roles } from '../vocabulary.ts'
import { userView } from './auth.ts'
import { optional, text } from './fields.ts'
import { phone } from './phone.ts'
import { route } from './route.ts'

export const userRoutes = {
  countUsers: route({
    method: 'GET',
    path: '/api/users/counts',
    access: ['admin'],
    summary: 'How many users there are of each role',
    response: z.record(z.enum(roles), z.int().nonnegative()),
  }),
  changeMe: route({
    method: 'PUT',
    path: '/api/users/me',
    access: 'signed-in',
    summary: "Change one's own name or phone",
    body: z.object({ name: text(100).optional(), phone: optional(phone).optional() }),
    response: userView,
  }),
}
