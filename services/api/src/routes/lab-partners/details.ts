import { AppError } from '@jaanch/contracts/errors'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import type { FastifyInstance } from 'fastify'
import { type FragmentSqlToken, sql } from 'slonik'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { readLab } from './reading.ts'

export function serveLabDetails(app: FastifyInstance, context: Context): void {
  serve(app, context, labPartnerRoutes.changeLabPartner, async ({ params, body, reply }) => {
    const { rowCount } = await context.db.query(sql.unsafe`
      update lab_partners
         set city = ${given(body.city, sql.fragment`city`)}, state = ${given(body.state, sql.fragment`state`)},
             pincode = ${given(body.pincode, sql.fragment`pincode`)},
             lab_license = ${given(body.labLicense, sql.fragment`lab_license`)}
       where id = ${params.id}`)
    if (rowCount === 0) throw new AppError('not-found')
    return readLab(context, params.id, reply)
  })
}

/** What was given, null included; a key that was left out leaves its column. */
function given(value: string | null | undefined, column: FragmentSqlToken) {
  return value === undefined ? column : sql.fragment`${value}`
}
