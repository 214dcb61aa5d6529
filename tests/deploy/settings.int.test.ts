/** The settings of docs/deployment.md, on a server of their own. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@jaanch/infra/local/migrations/migrate'
import { inRepository } from '@jaanch/infra/local/paths'
import { startPostgres } from '@jaanch/infra/local/postgres'
import pg from 'pg'
import { expect, it } from 'vitest'

const page = readFileSync(inRepository('docs', 'deployment.md'), 'utf8')
const settings = Object.fromEntries(
  (/```ini\n([^`]+)```/.exec(page)?.[1] ?? '')
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => line.split(/\s*=\s*/, 2) as [string, string]),
)

it('Postgres starts with the settings of the page, and the log is frozen early', async () => {
  expect(Object.keys(settings).length).toBeGreaterThan(10)
  const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-settings-'))
  // the memory of a machine for tests
  const server = await startPostgres({ dataDir, settings: { ...settings, shared_buffers: '64MB' } })
  const client = new pg.Client({ connectionString: server.url })
  try {
    await migrate(server.url)
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      "select lower(name) as name from pg_settings where source = 'command line' and lower(name) = any($1)",
      [Object.keys(settings)],
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(settings).toSorted())
    const log = await client.query("select reloptions from pg_class where oid = 'log.events'::regclass")
    expect(log.rows[0]?.reloptions).toContain('autovacuum_freeze_min_age=0')
  } finally {
    await client.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
