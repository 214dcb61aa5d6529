import { randomUUID } from 'node:crypto'
import type { LabPartnerEvent } from '@jaanch/account/labs/events'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Append, VersionConflictError } from './append.ts'
import { commandHandler } from './command-handler.ts'
import type { Recorded } from './events.ts'
import { readStream } from './read.ts'
import type { LogAccess } from './stream.ts'

const database = useTestDatabase()
const appender = useAppender(database)
let log: LogAccess

beforeAll(async () => {
  log = { appender, pool: database.pool }
})

/** The state is the list of event types. */
const labs = commandHandler({
  kind: 'lab',
  initial: [] as string[],
  evolve: (types, event) => [...types, event.type],
})

const approved: LabPartnerEvent = { type: 'LabApproved', data: {} }
const rejected: LabPartnerEvent = { type: 'LabRejected', data: {} }
const actor = 'system:test'

function target(id: string = randomUUID()) {
  return { id, appendId: randomUUID(), actor }
}

async function typesOf(id: string): Promise<string[]> {
  return (await readStream(database.pool, `lab-${id}`)).map(({ type }) => type)
}

async function noteExists(key: string): Promise<boolean> {
  const { rows } = await database.asOwner('select from settings where key = $1', [key])
  return rows.length > 0
}

const writeNote = (key: string) => async (client: { query(text: string, values: unknown[]): unknown }) => {
  await client.query(`insert into settings (key, value) values ($1, 'true') on conflict do nothing`, [key])
}

describe('a command handler', () => {
  it('records the decided events and returns the state after them', async () => {
    const to = target()
    const handled = await labs.handle(log, to, () => ({ events: [approved, rejected] }))
    expect(handled).toMatchObject({ state: ['LabApproved', 'LabRejected'], refused: undefined })
    expect(handled.appended).toMatchObject({ version: 2, duplicate: false })
    expect(await typesOf(to.id)).toEqual(handled.state)
    expect(await labs.load(database.pool, to.id)).toEqual(handled.state)
  })

  it('records nothing when the decision refuses or has no events', async () => {
    const to = target()
    expect(await labs.handle(log, to, () => ({ refused: 'wrong-status' }))).toEqual({
      state: [],
      refused: 'wrong-status',
      appended: undefined,
    })
    expect(await labs.handle(log, to, () => ({ events: [] }))).toMatchObject({ appended: undefined })
    expect(await typesOf(to.id)).toEqual([])
  })

  it('decides again on the new state when another writer was faster', async () => {
    const to = target()
    const seen: string[][] = []
    const handled = await labs.handle(log, to, (state) => {
      seen.push(state)
      if (seen.length === 1) {
        // queued before the handler's own append, so it is committed first
        void appender.append({
          id: randomUUID(),
          streamId: `lab-${to.id}`,
          expected: 0,
          events: [approved],
          actor,
        })
      }
      return { events: [rejected] }
    })
    expect(seen).toEqual([[], ['LabApproved']])
    expect(handled.state).toEqual(['LabApproved', 'LabRejected'])
  })

  it('gives up with a version conflict after four attempts', async () => {
    const to = target()
    let attempts = 0
    const handling = labs.handle(log, to, (state) => {
      attempts += 1
      const expected = state.length
      void appender.append({
        id: randomUUID(),
        streamId: `lab-${to.id}`,
        expected,
        events: [approved],
        actor,
      })
      return { events: [rejected] }
    })
    await expect(handling).rejects.toThrow(VersionConflictError)
    expect(attempts).toBe(4)
  })

  it('writes rows in the transaction of the append, and rolls them back on a conflict', async () => {
    const to = target()
    const streamId = `lab-${to.id}`
    let attempts = 0
    await labs.handle(
      log,
      {
        ...to,
        async writeRows(client) {
          attempts += 1
          await writeNote(`${to.id} ${attempts}`)(client)
          // another writer is faster: this transaction has not locked the log yet
          if (attempts === 1)
            await appender.append({ id: randomUUID(), streamId, expected: 0, events: [approved], actor })
          // the rows themselves conflict
          if (attempts === 2) throw new VersionConflictError(streamId, 1)
        },
      },
      () => ({ events: [rejected] }),
    )
    expect(attempts).toBe(3)
    expect(await noteExists(`${to.id} 1`)).toBe(false)
    expect(await noteExists(`${to.id} 2`)).toBe(false)
    expect(await noteExists(`${to.id} 3`)).toBe(true)
    expect(await typesOf(to.id)).toEqual(['LabApproved', 'LabRejected'])
  })

  it('runs beforeAppend once, with the state, and only for an accepted command', async () => {
    const to = target()
    const states: string[][] = []
    const beforeAppend = async (state: string[]) => {
      states.push(state)
    }
    await labs.handle(log, { ...to, beforeAppend }, () => ({ refused: 'wrong-status' }))
    await labs.handle(log, { ...to, beforeAppend }, () => ({ events: [] }))
    expect(states).toEqual([])
    let attempts = 0
    await labs.handle(log, { ...to, beforeAppend }, () => {
      attempts += 1
      if (attempts === 1) {
        const streamId = `lab-${to.id}`
        void appender.append({ id: randomUUID(), streamId, expected: 0, events: [approved], actor })
      }
      return { events: [rejected] }
    })
    expect(attempts).toBe(2)
    expect(states).toEqual([[]])
  })

  describe('for a new stream', () => {
    /** The state is everything that a reader of the log sees. */
    const histories = commandHandler({
      kind: 'lab',
      initial: [] as Recorded<LabPartnerEvent>[],
      evolve: (events, event) => [...events, event],
    })

    it('decides without reading it, and answers with the events as they stand in the log', async () => {
      const to = { ...target(), known: [], correlationId: 'request-1', causationId: 1 }
      const at = new Date('2026-01-02T03:04:05.678Z')
      const unread = { appender, pool: undefined as never }
      const handled = await histories.handle(unread, to, () => ({ events: [approved, { ...rejected, at }] }))
      expect(handled.state).toHaveLength(2)
      expect(handled.state).toEqual(await histories.load(database.pool, to.id))
    })

    it('decides again on what is there if it exists, and answers a repeated append with the present state', async () => {
      const to = { ...target(), known: [] }
      const place = (state: unknown[]) =>
        state.length > 0 ? ({ refused: 'already-exists' } as const) : { events: [approved] }
      await histories.handle(log, to, place)
      await histories.handle(log, target(to.id), () => ({ events: [rejected] }))
      expect(await histories.handle(log, { ...target(to.id), known: [] }, place)).toMatchObject({
        refused: 'already-exists',
      })
      const again = await histories.handle(log, to, place)
      expect(again.appended).toMatchObject({ duplicate: true, version: 1 })
      expect(again.state).toEqual(await histories.load(database.pool, to.id))
      expect(await typesOf(to.id)).toEqual(['LabApproved', 'LabRejected'])
    })
  })

  it('accepts an append id that comes again, also if the command would be refused now', async () => {
    const to = target()
    const once = (state: string[]) =>
      state.length > 0 ? ({ refused: 'already-decided' } as const) : { events: [approved, rejected] }
    const { appended } = await labs.handle(log, to, once)
    await labs.handle(log, target(to.id), () => ({ events: [rejected] }))
    const beforeAppend = () => Promise.reject(new Error('It was recorded already'))
    expect(await labs.handle(log, { ...to, beforeAppend }, once)).toEqual({
      state: ['LabApproved', 'LabRejected', 'LabRejected'],
      refused: undefined,
      appended: { ...appended, duplicate: true },
    })
    expect(await labs.handle(log, target(to.id), once)).toMatchObject({ refused: 'already-decided' })
  })
})

describe('a command on several streams', () => {
  const event = (id: string): Append => ({
    id: randomUUID(),
    streamId: `lab-${id}`,
    expected: 0,
    events: [approved],
    actor,
  })

  function targetOf(...ids: string[]) {
    const appendIds = new Map(ids.map((id) => [id, randomUUID()]))
    return {
      read: () => Promise.all(ids.map((id) => labs.read(database.pool, id))),
      originOf: ({ id }: { id: string }) => ({ appendId: appendIds.get(id) ?? '', actor }),
    }
  }

  it('is recorded as a whole, and once', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const target = targetOf(one, other)
    const decide = () => ({
      events: new Map([
        [one, [approved]],
        [other, [rejected]],
      ]),
    })
    const first = await labs.handleTogether(log, target, decide)
    expect(first.appended).toMatchObject({ duplicate: false })
    expect(first.streams.map(({ state }) => state)).toEqual([['LabApproved'], ['LabRejected']])
    const again = await labs.handleTogether(log, target, decide)
    expect(again.appended).toMatchObject({ duplicate: true })
    expect(again.streams.map(({ state }) => state)).toEqual([['LabApproved'], ['LabRejected']])
  })

  it('is decided again if a stream has changed that it only read', async () => {
    const [written, read] = [randomUUID(), randomUUID()]
    const seen: string[][] = []
    const handled = await labs.handleTogether(log, targetOf(written, read), async ([, other]) => {
      seen.push(other?.state ?? [])
      if (seen.length === 1) await appender.append(event(read))
      return { events: new Map([[written, [rejected]]]) }
    })
    expect(seen).toEqual([[], ['LabApproved']])
    expect(handled.streams.map(({ state }) => state)).toEqual([['LabRejected'], ['LabApproved']])
    expect(await typesOf(written)).toEqual(['LabRejected'])
  })

  it('is answered as a duplicate if the same one was faster, and took what this one is refused for', async () => {
    const to = target()
    const refused = await labs.handleTogether(
      log,
      { read: async () => [await labs.read(database.pool, to.id)], originOf: () => to },
      async () => {
        await labs.handle(log, to, () => ({ events: [approved] }))
        return { refused: 'slot-full' }
      },
    )
    expect(refused).toMatchObject({ refused: undefined, appended: { duplicate: true, version: 1 } })
  })

  it('is decided again after an error that makes the decision void, as long as the caller says so', async () => {
    const id = randomUUID()
    let attempts = 0
    const isVoid = (error: unknown) => error instanceof RangeError && attempts < 7
    const handling = labs.handleTogether(log, { ...targetOf(id), isVoid }, () => {
      attempts += 1
      throw new RangeError('What was chosen is gone')
    })
    await expect(handling).rejects.toThrow(RangeError)
    expect(attempts).toBe(7)
  })
})
