import { z } from 'zod'
import { userView } from './auth.ts'
import { optional, text } from './fields.ts'
import { phone } from './phone.ts'
import { route } from './route.ts'

export const userRoutes = {
  changeMe: route({
    method: 'PUT',
    path: '/api/users/me',
    access: 'signed-in',
    summary: "Change one's own name or phone",
    body: z.object({ name: text(100).optional(), phone: optional(phone).optional() }),
    response: userView,
  }),
}
