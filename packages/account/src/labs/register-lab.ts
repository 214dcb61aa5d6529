import { errorCatalogue } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/eventlog/events/streams'
import { hashOfBody, newIdFor } from '@jaanch/eventlog/idempotency'
import { networkOf } from '@jaanch/platform/http/network'
import { serveCall } from '@jaanch/platform/http/served'
import type { RateLimits } from '../limits.ts'
import { recordNotice } from '../privacy/notices.ts'
import { type RegisterServices, registerUser } from '../sessions/register-user.ts'
import { labPartnerCalls } from './api.ts'

export const registerLabPartner = serveCall(
  labPartnerCalls.registerLabPartner,
  async ({ body, idempotencyKey, request }, services: RegisterServices & { rateLimits: RateLimits }) => {
    await services.rateLimits.count('labApplications', networkOf(request.ip))
    const { password, noticeVersion, ...lab } = body
    // no user is signed in yet, so the key is scoped to the application in the request
    const idFor = (kind: string) => newIdFor(kind, hashOfBody(lab), idempotencyKey)
    const [userId, labPartnerId] = [idFor('lab-user'), idFor('lab')]
    const name = lab.organizationName
    await registerUser(services, {
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
  },
)
