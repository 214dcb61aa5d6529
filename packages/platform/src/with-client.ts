import pg from 'pg'

/** Connects for the time of the work. */
export async function withClient<Result>(
  to: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(typeof to === 'string' ? { connectionString: to } : to)
  // a connection that breaks also rejects its statement: without a listener, the process would end
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
