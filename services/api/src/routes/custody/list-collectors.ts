import { collectionRoutes } from '@jaanch/contracts/http/collection'
import type { FastifyInstance } from 'fastify'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { noPassword } from '../../auth/users.ts'

const collector = z.object({ id: z.uuid(), name: z.string() })

/** Not who was invited, and has not signed in yet: nobody would see the round. */
export function registerListCollectors(
  app: FastifyInstance,
  { db }: { db: Pick<CommonQueryMethods, 'any'> },
): void {
  app.serve(collectionRoutes.listCollectors, async ({ caller }) => [
    ...(await db.any(sql.type(collector)`
      select u.id, u.name from users u
       where (u.works_for = ${caller.labPartnerId} and u.lab_role = 'collector'
              or u.id = (select user_id from lab_partners where id = ${caller.labPartnerId}))
         and u.is_active and u.ended_at is null and u.password_hash <> ${noPassword}
       order by u.works_for is null, u.name, u.id`)),
  ])
}
