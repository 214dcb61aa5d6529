import { date, idParams, line, optional, reason } from '@jaanch/contracts/http/fields'
import { phone } from '@jaanch/contracts/http/phone'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { staffRoles } from '@jaanch/contracts/staff-roles'
import { genders, roles } from '@jaanch/contracts/vocabulary'
import { confirm } from '@jaanch/report/trends/questions-api'
import { z } from 'zod'
import { userView } from '../sessions/api.ts'

const standing = {
  method: 'POST',
  access: ['admin'],
  params: idParams,
  body: reason,
  response: userView,
} as const

export const userCalls = {
  disableUser: route({
    ...standing,
    path: '/api/users/:id/disable',
    confirmed: true,
    summary: 'Disable an account and sign it out everywhere; repeating it changes nothing',
  }),
  enableUser: route({
    ...standing,
    path: '/api/users/:id/enable',
    summary: 'Enable a disabled account; repeating it changes nothing',
  }),
  changeStaffRole: route({
    method: 'PUT',
    path: '/api/users/:id/staff-role',
    access: ['admin'],
    confirmed: true,
    summary: 'Give an admin another role, and sign them out everywhere; repeating it changes nothing',
    params: idParams,
    body: z.object({ staffRole: z.enum(staffRoles) }),
    response: userView,
  }),
  countUsers: route({
    method: 'GET',
    path: '/api/users/counts',
    ...forAdmins('support'),
    summary: 'The number of users of each role',
    response: z.record(z.enum(roles), z.int().nonnegative()),
  }),
  changeMe: route({
    method: 'PUT',
    path: '/api/users/me',
    access: 'signed-in',
    summary: "Change the caller's name, phone, date of birth or gender; missing fields do not change",
    body: z.object({
      name: line(100).optional(),
      phone: optional(phone).optional(),
      dateOfBirth: optional(date).optional(),
      gender: optional(z.enum(genders)).optional(),
      confirm,
    }),
    response: userView,
  }),
}
