import { useTestDatabase } from '@jaanch/tests/support/database'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { readTables } from './database.ts'
import { savedTables, unsavedTables } from './tables.ts'

describe('the lists of tables', () => {
  const database = useTestDatabase()

  it('name each table of the database once, as saved or as unsaved', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const tables = await readTables(client)
    await client.end()
    const listed = [...savedTables, ...Object.keys(unsavedTables)]
    expect(listed.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })
})
