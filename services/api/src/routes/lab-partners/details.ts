import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import type { BodyOf } from '@jaanch/contracts/http/route'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { appendWithin } from '../../http/append-within.ts'
import { serve } from '../../http/serve.ts'
import { readLab } from './reading.ts'

const details = z.object({
  city: z.string().nullable(),
  state: z.string().nullable(),
  pincode: z.string().nullable(),
  labLicense: z.string().nullable(),
})

export function serveLabDetails(app: FastifyInstance, context: Context): void {
  serve(app, context, labPartnerRoutes.changeLabPartner, async ({ params, body, caller, request, reply }) => {
    await change(params.id, body, caller, request.id)
    return readLab(context, params.id, reply)
  })

  /** Changes what was given, null included, unless it is so already; a key that was left out leaves its column. */
  function change(
    id: string,
    given: BodyOf<typeof labPartnerRoutes.changeLabPartner>,
    caller: Caller,
    requestId: string,
  ): Promise<void> {
    return context.db.transaction(async (tx) => {
      const is = await tx.maybeOne(sql.type(details)`
        select city, state, pincode, lab_license as "labLicense" from lab_partners where id = ${id} for update`)
      if (!is) throw new AppError('not-found')
      const wanted = {
        city: given.city === undefined ? is.city : given.city,
        state: given.state === undefined ? is.state : given.state,
        pincode: given.pincode === undefined ? is.pincode : given.pincode,
        labLicense: given.labLicense === undefined ? is.labLicense : given.labLicense,
      }
      if (JSON.stringify(wanted) === JSON.stringify(is)) return
      await tx.query(sql.unsafe`
        update lab_partners set city = ${wanted.city}, state = ${wanted.state}, pincode = ${wanted.pincode},
               lab_license = ${wanted.labLicense}
         where id = ${id}`)
      await appendWithin(tx, {
        id: randomUUID(),
        streamId: streamId('lab', id),
        expected: 'any',
        events: [{ type: 'LabDetailsChanged', data: {} }],
        actor: actorOf(caller),
        correlationId: requestId,
      })
    })
  }
}
