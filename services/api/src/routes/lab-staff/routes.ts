import { labStaffRoutes } from '@jaanch/contracts/http/lab-staff'
import type { FastifyInstance } from 'fastify'
import { labOf } from '../../auth/caller.ts'
import { registerChangePerson } from './change-person.ts'
import { registerInvitePerson } from './invite-person.ts'
import { readStaff } from './list-staff.ts'

type Parts = Parameters<typeof registerInvitePerson>[1] & Parameters<typeof registerChangePerson>[1]

export function registerLabStaffRoutes(app: FastifyInstance, parts: Parts): void {
  app.serve(labStaffRoutes.listLabStaff, ({ caller }) =>
    readStaff(parts.accountsDb, labOf(caller), parts.now()),
  )
  registerInvitePerson(app, parts)
  registerChangePerson(app, parts)
}
