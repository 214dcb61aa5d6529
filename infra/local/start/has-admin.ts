import pg from 'pg'

/** @param databaseUrl of a migrated database @returns whether there is an account of an admin that is not disabled */
export async function hasAdmin(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from users where role = 'admin' and is_active limit 1`)
    return rowCount === 1
  } finally {
    await client.end()
  }
}
