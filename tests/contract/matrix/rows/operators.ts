/** The pages of operators, and the numbers of the platform. */
import { randomUUID } from 'node:crypto'
import type { analyticsRoutes } from '@jaanch/contracts/http/analytics'
import type { healthRoutes } from '@jaanch/contracts/http/health'
import type { maintenanceRoutes } from '@jaanch/contracts/http/maintenance'
import type { operationsRoutes } from '@jaanch/contracts/http/operations/routes'
import {
  createBooking,
  createDeadLetter,
  createFailedMessage,
  createMaintenanceNotice,
  createPause,
  createRun,
  createUnassignedBooking,
} from '../create-resources.ts'
import type { MatrixFixture, Side } from '../fixture.ts'
import { admins, anyone, nothing, type RowsOf, reason } from '../row.ts'

/** What the calls of time travel name a booking by */
async function streamOfBooking(fixture: MatrixFixture, side: Side): Promise<{ of: string }> {
  return { of: `booking-${(await createUnassignedBooking(fixture, side)).id}` }
}

export const operatorsRows: RowsOf<
  typeof operationsRoutes & typeof maintenanceRoutes & typeof analyticsRoutes & typeof healthRoutes
> = {
  getOperations: { now: [admins, nothing] },
  getSettings: { all: [admins, nothing] },
  listEvents: { all: [admins, nothing] },
  getEvent: { one: [admins, () => ({ params: { id: '1' } })] },
  getTrace: {
    'of a booking': [
      admins,
      async (fixture, side) => ({
        query: { of: (await createBooking(fixture, side, 'confirmed')).id },
      }),
    ],
  },
  declareRestored: {
    'of an epoch that has ended': [admins, () => ({ body: { reason, epoch: randomUUID() } })],
  },
  getHistory: {
    'of a booking': [admins, async (fixture, side) => ({ query: await streamOfBooking(fixture, side) })],
    'of nothing': [['401', '403', '403', '404'], () => ({ query: { of: `lab-${randomUUID()}` } })],
  },
  getRefold: {
    'of a booking': [admins, async (fixture, side) => ({ query: await streamOfBooking(fixture, side) })],
  },
  refold: {
    'a booking': [
      admins,
      async (fixture, side) => ({ body: { ...(await streamOfBooking(fixture, side)), reason } }),
    ],
  },
  countWork: { all: [admins, nothing] },
  listWork: { all: [admins, nothing] },
  groupDeadLetters: { all: [admins, nothing] },
  listDeadLetters: { all: [admins, nothing] },
  retryDeadLetter: { one: [admins, async ({ database }) => ({ params: await createDeadLetter(database) })] },
  retryDeadLetters: {
    'of a reason': [admins, () => ({ body: { consumer: 'orders', reason: 'No answer' } })],
  },
  skipDeadLetter: {
    one: [admins, async ({ database }) => ({ params: await createDeadLetter(database), body: { reason } })],
  },
  skipDeadMessages: {
    'of an error': [
      admins,
      () => ({ body: { channel: 'sms', error: 'No answer', olderThanHours: 0, reason } }),
    ],
  },
  listPauses: { all: [admins, nothing] },
  pause: {
    one: [
      admins,
      async ({ database }) => {
        await database.asOwner('delete from pauses')
        return { params: { id: 'reminders' }, body: { reason } }
      },
    ],
  },
  continuePaused: { one: [admins, async ({ database }) => ({ params: await createPause(database) })] },
  getMaintenance: { shown: [anyone, nothing] },
  setMaintenance: { now: [admins, () => ({ body: { text: 'Back at nine' } })] },
  clearMaintenance: {
    one: [admins, async ({ database }) => ({ body: await createMaintenanceNotice(database) })],
  },
  previewRewind: { one: [admins, () => ({ params: { id: 'orders' }, query: { to: '1' } })] },
  rewindConsumer: {
    one: [
      admins,
      async ({ database }) => {
        await database.asOwner('delete from work where is_dead')
        await database.asOwner("update work_consumers set cursor = 2, began_at = 0 where name = 'reminders'")
        return { params: { id: 'reminders' }, body: { to: 1, reason } }
      },
    ],
  },
  countMessages: { all: [admins, nothing] },
  listMessages: { all: [admins, nothing] },
  openMessage: { one: [admins, async ({ database }) => ({ params: await createFailedMessage(database) })] },
  retryMessage: {
    'that failed': [admins, async ({ database }) => ({ params: await createFailedMessage(database) })],
  },
  openQueues: { here: [admins, nothing] },
  listRuns: { all: [admins, nothing] },
  getRun: { one: [admins, async ({ database }) => ({ params: await createRun(database, 'filling') })] },
  requestRun: {
    'a verify': [
      admins,
      async ({ database }) => {
        // one at a time
        await database.asOwner("delete from operation_runs where state = 'requested'")
        return { body: { kind: 'verify', reason, key: randomUUID() } }
      },
    ],
  },
  pauseRun: {
    'one that fills': [admins, async ({ database }) => ({ params: await createRun(database, 'filling') })],
  },
  continueRun: {
    'one that fills': [admins, async ({ database }) => ({ params: await createRun(database, 'filling') })],
  },
  stopRun: {
    'one that fills': [admins, async ({ database }) => ({ params: await createRun(database, 'filling') })],
  },
  acceptRun: {
    'one that waits': [
      admins,
      async ({ database }) => ({
        params: await createRun(database, 'deciding'),
        body: { comparison: 1, reason },
      }),
    ],
    'without a reason': [
      ['401', '403', '403', 'yes:422'],
      async ({ database }) => ({
        params: await createRun(database, 'deciding'),
        body: { comparison: 1 },
      }),
    ],
  },
  getDashboard: { all: [admins, nothing] },
  health: { alive: [anyone, nothing] },
  ready: { able: [anyone, nothing] },
}
