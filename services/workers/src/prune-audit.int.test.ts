import { useTestDatabase } from '@jaanch/tests/support/database'
import { describe, expect, it } from 'vitest'
import { pruneAudit } from './prune-audit.ts'

const database = useTestDatabase()

describe('the audit trail', () => {
  it('is kept for a year: older entries are deleted, in batches, and younger ones by nobody', async () => {
    await database.asOwner(
      `insert into audit (action, object, at)
       select 'signed-in', name, now() - age
         from (values ('a', interval '13 months'), ('b', interval '2 years'), ('c', interval '3 years'),
                      ('young', interval '11 months'), ('new', interval '0')) e (name, age)`,
    )
    await pruneAudit(database.pool, 2)
    const left = async () => (await database.asOwner('select object from audit order by at')).rows
    expect(await left()).toEqual([{ object: 'young' }, { object: 'new' }])
    for (const query of [
      'delete from audit',
      "update audit set actor = 'nobody'",
      'truncate audit',
      "select prune_audit(interval '1 month', 10)",
    ]) {
      await expect(database.pool.query(query), query).rejects.toThrow()
    }
    expect(await left()).toHaveLength(2)
  })
})
