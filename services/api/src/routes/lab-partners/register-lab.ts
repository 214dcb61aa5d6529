import { errorCatalogue } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { recordNotice } from '@jaanch/storage/notices'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { PasswordCheck } from '../../auth/check-password.ts'
import { networkOf } from '../../auth/network.ts'
import { registerUser } from '../../auth/register-user.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'

export function registerRegisterLab(app: FastifyInstance, parts: PasswordCheck & { logDb: pg.Pool }): void {
  app.serve(labPartnerRoutes.registerLabPartner, async ({ body, idempotencyKey, request }) => {
    await parts.rateLimits.count('labApplications', networkOf(request.ip))
    const { password, noticeVersion, ...lab } = body
    // no user is signed in yet, so the key is scoped to the application in the request
    const idFor = (kind: string) => newIdFor(kind, hashOfBody(lab), idempotencyKey)
    const [userId, labPartnerId] = [idFor('lab-user'), idFor('lab')]
    const name = lab.organizationName
    await registerUser(parts, {
      user: { id: userId, role: 'lab-partner', name, email: lab.email, phone: lab.phone },
      password,
      streamId: streamId('lab', labPartnerId),
      event: { type: 'LabApplied', data: { labPartnerId, userId } },
      async writeRows(client) {
        await client.query(
          `insert into lab_partners (id, user_id, lab_name, organization_name, address)
           values ($1, $2, $3, $3, $4)`,
          [labPartnerId, userId, name, lab.address],
        )
        await recordNotice(client, userId, 'lab-registration', noticeVersion)
      },
      request,
    })
    return { id: labPartnerId, message: errorCatalogue['lab-under-review'][1] }
  })
}
