import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

const totals = z.object({ totalUsers: z.number(), totalPackages: z.number() })

/** Everyone with an account, and every package that was not deleted. */
export function countAccounts(db: CommonQueryMethods): Promise<z.output<typeof totals>> {
  return db.one(sql.type(totals)`
    select (select coalesce(sum(n), 0) from user_counts) as "totalUsers",
           (select count(*) from packages where deleted_at is null) as "totalPackages"`)
}
