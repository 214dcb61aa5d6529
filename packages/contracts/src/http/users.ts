import { z } from 'zod'
import { genders } from '../vocabulary.ts'
import { userView } from './auth.ts'
import { date, optional, text } from './fields.ts'
import { phone } from './phone.ts'
import { route } from './route.ts'

export const userRoutes = {
  changeMe: route({
    method: 'PUT',
    path: '/api/users/me',
    access: 'signed-in',
    summary: "Change one's own name, phone, date of birth or gender; what is left out stays",
    body: z.object({
      name: text(100).optional(),
      phone: optional(phone).optional(),
      dateOfBirth: optional(date).optional(),
      gender: optional(z.enum(genders)).optional(),
    }),
    response: userView,
  }),
}
