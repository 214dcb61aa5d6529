import { findFreePort } from '@jaanch/infra/local/process/ports'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { afterEach, describe, expect, it } from 'vitest'
import { knownMigrations, migrate } from './migrate.ts'
import { waitForMigrations } from './wait-for-migrations.ts'

describe('a process that waits for the migrations of its release', () => {
  const database = useTestDatabase()
  let stop = () => {}
  afterEach(() => stop())

  /** Starts to wait, as the pods of a service do: with the login of the services. */
  function wait(databaseUrl = database.serviceUrl) {
    const sentences: string[] = []
    const waiting = { sentences, isDone: false }
    const end = new AbortController()
    stop = () => end.abort()
    waitForMigrations({
      databaseUrl,
      log: (line) => sentences.push(line),
      pauseMs: 20,
      signal: end.signal,
    }).then(
      () => {
        waiting.isDone = true
      },
      () => {},
    )
    return waiting
  }

  it('goes on when the last one has run, and says once what it waits for', async () => {
    const last = knownMigrations().slice(-2)
    await database.asOwner('delete from migrations where name = any($1)', [last])
    const waiting = wait()
    await expect.poll(() => waiting.sentences.length).toBe(1)
    for (const [index, name] of last.entries()) {
      expect(waiting.isDone).toBe(false)
      const missing = last.slice(index).join(', ')
      expect(waiting.sentences.at(-1)).toBe(`Waiting for the migrations: the database lacks ${missing}.`)
      await database.asOwner('insert into migrations (name) values ($1)', [name])
      await expect.poll(() => waiting.sentences.length + Number(waiting.isDone)).toBe(index + 2)
    }
    expect(waiting.isDone).toBe(true)
    expect(waiting.sentences).toHaveLength(2)
  })

  it('waits until the tables have what its consumers want', async () => {
    await database.asOwner("delete from consumer_events where type = 'LabAssigned'")
    const waiting = wait()
    await expect
      .poll(() => waiting.sentences)
      .toEqual(['Waiting for the migrations: the database lacks notifications of LabAssigned.'])
    await migrate(database.url)
    await expect.poll(() => waiting.isDone).toBe(true)
  })

  it('does not mind migrations of a newer release, nor what they deleted', async () => {
    await database.asOwner(
      `insert into migrations (name) values ('9999_newer');
       delete from consumer_events where type = 'LabAssigned'`,
    )
    const waiting = wait()
    await expect.poll(() => waiting.isDone).toBe(true)
    expect(waiting.sentences).toEqual([])
  })

  it('waits while a restore has closed the database', async () => {
    await database.asOwner('revoke usage on schema public from public, jaanch_app')
    const waiting = wait()
    await expect.poll(() => waiting.sentences.length).toBe(1)
    expect(waiting.isDone).toBe(false)
    await database.asOwner('grant usage on schema public to jaanch_app')
    await expect.poll(() => waiting.isDone).toBe(true)
  })

  it('waits for a server that does not answer', async () => {
    const waiting = wait(`postgres://nobody@127.0.0.1:${await findFreePort()}/jaanch`)
    await expect.poll(() => waiting.sentences).toEqual([expect.stringContaining('ECONNREFUSED')])
    expect(waiting.isDone).toBe(false)
  })
})
