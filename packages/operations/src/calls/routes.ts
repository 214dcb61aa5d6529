import type { ErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import type { Standings } from '@jaanch/account/sessions/standings'
import { actorOf } from '@jaanch/contracts/caller'
import { decodeCursor, decodeCursorAs, instantKey, linkNext } from '@jaanch/platform/reads/paging'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { readAffected } from '../affected.ts'
import { operationsAffectedCalls } from '../api/affected.ts'
import { operationsHistoryCalls } from '../api/history.ts'
import { operationsMessagesCalls } from '../api/messages.ts'
import { operationsNowCalls } from '../api/now.ts'
import { operationsSettingsCalls } from '../api/settings.ts'
import { operationsPauseCalls, operationsWorkCalls } from '../api/work.ts'
import { readHolds } from '../channels.ts'
import { declareRestored } from '../copies.ts'
import { findStream } from '../history/find-stream.ts'
import { readHistory } from '../history/read-history.ts'
import { compareWithFold, refold } from '../history/refold.ts'
import { clearMaintenance, setMaintenance } from '../maintenance.ts'
import { maintenanceCalls } from '../maintenance-api.ts'
import type { Maintenance } from '../maintenance-notice.ts'
import type { Operations } from '../now.ts'
import { openMessage } from '../open-message.ts'
import { countOutbox, type MessageRow, readMessagePage, retryMessage } from '../outbox-page.ts'
import { continuePaused, pause, readPauses } from '../pauses.ts'
import { recordOperation } from '../record-operation.ts'
import { previewRewind, rewindConsumer } from '../rewind-consumer.ts'
import { readSettings } from '../settings/read-settings.ts'
import { countWork, readWorkPage } from '../work.ts'
import { registerDeadLetters } from './dead-letters.ts'
import { registerEvents } from './events.ts'
import { namesOf } from './names-of.ts'
import { registerQuarantine } from './quarantine.ts'
import { type QueuesParts, registerQueues } from './queues.ts'
import { registerRuns } from './runs.ts'

type Parts = QueuesParts & {
  operationsDb: pg.Pool
  operations: Operations
  standings: Standings
  publicUrl: string
  maintenance: Maintenance
  modelVersion: number
  erasureLedger: ErasureLedger
}

/** The calls of the operators' page. The terminal shares the queries and operations of packages/operations. */
export function registerOperationsRoutes(app: FastifyInstance, parts: Parts): void {
  registerNow(app, parts)
  registerEvents(app, parts)
  registerHistory(app, parts)
  registerWork(app, parts)
  registerDeadLetters(app, parts)
  registerMessages(app, parts)
  registerPauses(app, parts)
  registerMaintenance(app, parts)
  registerQueues(app, parts)
  registerRuns(app, parts)
  registerSettings(app, parts)
  registerAffected(app, parts)
  registerQuarantine(app, parts)
}

/** The state of the whole, and the declaration that the database was restored. */
function registerNow(
  app: FastifyInstance,
  { operations, erasureLedger, operationsDb, standings }: Parts,
): void {
  app.serve(operationsNowCalls.getOperations, () => operations.read())

  app.serve(operationsNowCalls.declareRestored, async ({ body, caller }) => {
    const { reason, epoch: previous } = body
    const ledger = await erasureLedger.read()
    const { epoch } = await declareRestored(operationsDb, actorOf(caller), {
      reason,
      previous,
      ledger,
    })
    standings.invalidate()
    return { epoch }
  })
}

/** Whose data an account saw, for when somebody else had it. */
function registerAffected(app: FastifyInstance, { operationsDb }: Parts): void {
  app.serve(operationsAffectedCalls.getAffectedPeople, ({ query: { actor, from, to } }) =>
    readAffected(operationsDb, { actor, from: new Date(from), to: to ? new Date(to) : new Date() }),
  )
}

/** The history of one stream, and the mending of its rows from it. */
function registerHistory(app: FastifyInstance, { operationsDb, modelVersion }: Parts): void {
  app.serve(operationsHistoryCalls.getHistory, async ({ query: { of, after } }) =>
    readHistory(operationsDb, await findStream(operationsDb, of), after),
  )

  app.serve(operationsHistoryCalls.getRefold, async ({ query: { of } }) =>
    compareWithFold(operationsDb, await findStream(operationsDb, of), modelVersion),
  )

  app.serve(operationsHistoryCalls.refold, async ({ body, caller }) => {
    const stream = await findStream(operationsDb, body.of)
    const operator = actorOf(caller)
    await recordOperation(operationsDb, operator, 'refold', { stream })
    return refold(operationsDb, stream, { reason: body.reason, operator, version: modelVersion })
  })
}

/** Each change is in the audit trail before it is tried; the notice holds who set and cleared it. */
function registerMaintenance(app: FastifyInstance, { operationsDb: db, maintenance }: Parts): void {
  app.serve(maintenanceCalls.getMaintenance, async () => maintenance.current())

  app.serve(maintenanceCalls.setMaintenance, async ({ body, caller }) => {
    const operator = actorOf(caller)
    await recordOperation(db, operator, 'notice set')
    const notice = await setMaintenance(db, body, operator)
    return { notice }
  })

  app.serve(maintenanceCalls.clearMaintenance, async ({ body, caller }) => {
    await recordOperation(db, actorOf(caller), 'notice clear', { id: body.id })
    await clearMaintenance(db, body.id, actorOf(caller))
    return undefined
  })
}

function registerMessages(app: FastifyInstance, { operationsDb: db, publicUrl }: Parts): void {
  app.serve(operationsMessagesCalls.countMessages, async () => {
    const [counts, channels] = await Promise.all([countOutbox(db), readHolds(db)])
    const lacking = channels.filter(({ lacksProvider }) => lacksProvider)
    return { ...counts, withoutProvider: lacking.map(({ channel }) => channel) }
  })

  app.serve(operationsMessagesCalls.listMessages, async ({ query, request, reply }) => {
    const { cursor, ...filter } = query
    const { rows, next } = await readMessagePage(db, { ...filter, after: decodeCursor(cursor) })
    if (next) linkNext(request, reply, next)
    return rows.map(present)
  })

  app.serve(operationsMessagesCalls.openMessage, async ({ params, caller }) => {
    const opened = await openMessage(db, params.id, { actor: actorOf(caller), publicUrl })
    return { ...opened, message: present(opened.message) }
  })

  app.serve(operationsMessagesCalls.retryMessage, async ({ params, caller }) => {
    await recordOperation(db, actorOf(caller), 'message retry', { id: params.id })
    await retryMessage(db, params.id, actorOf(caller))
    return undefined
  })
}

function present({ createdAt, sentAt, ...row }: MessageRow) {
  return { ...row, createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null }
}

/** Each change is in the audit trail before it is tried; the pause holds who stopped what, and the reason. */
function registerPauses(app: FastifyInstance, { operationsDb: db }: Parts): void {
  app.serve(operationsPauseCalls.listPauses, async () => {
    const pauses = await readPauses(db)
    const names = await namesOf(
      db,
      pauses.map(({ by }) => by),
    )
    return pauses.map(({ since, ...found }) => ({
      ...found,
      byName: names.get(found.by) ?? null,
      since: since.toISOString(),
    }))
  })

  app.serve(operationsPauseCalls.pause, async ({ params, body, caller }) => {
    const operator = actorOf(caller)
    await recordOperation(db, operator, 'pause', { name: params.id })
    await pause(db, params.id, { reason: body.reason, operator })
    return undefined
  })

  app.serve(operationsPauseCalls.continuePaused, async ({ params, caller }) => {
    await recordOperation(db, actorOf(caller), 'continue', { name: params.id })
    await continuePaused(db, params.id, actorOf(caller))
    return undefined
  })
}

/** Which settings the running processes have. */
function registerSettings(app: FastifyInstance, { operationsDb }: Parts): void {
  app.serve(operationsSettingsCalls.getSettings, () => readSettings(operationsDb))
}

const name = z.string().regex(/^[\w-]{1,100}$/)
const workKey = z.object({ consumer: name, dueAt: instantKey, streamId: name })

/** The work of the consumers, and handling it again from an earlier position. */
function registerWork(app: FastifyInstance, { operationsDb: db }: Parts): void {
  app.serve(operationsWorkCalls.countWork, () => countWork(db))

  app.serve(operationsWorkCalls.listWork, async ({ query, request, reply }) => {
    const { consumer, state, limit, cursor } = query
    const after = decodeCursorAs(workKey, cursor)
    const { rows, next } = await readWorkPage(db, { consumer, state, after, limit })
    if (next) linkNext(request, reply, next)
    return rows.map((row) => ({
      ...row,
      id: `${row.consumer} ${row.streamId}`,
      queuedAt: row.queuedAt.toISOString(),
    }))
  })

  app.serve(operationsWorkCalls.previewRewind, ({ params, query }) => previewRewind(db, params.id, query.to))

  app.serve(operationsWorkCalls.rewindConsumer, async ({ params, body, caller }) => {
    const { to, reason } = body
    await recordOperation(db, actorOf(caller), 'consumer rewind', { consumer: params.id, to })
    return { from: await rewindConsumer(db, params.id, { to, reason, operator: actorOf(caller) }) }
  })
}
