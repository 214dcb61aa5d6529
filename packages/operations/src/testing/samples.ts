import { randomUUID } from 'node:crypto'
import {
  type Access,
  createDeadLetter,
  createFailedMessage,
  createMaintenanceNotice,
  createRun,
  createUnassignedBooking,
  insert,
} from '@jaanch/tests/contract/matrix/create-resources'
import {
  about,
  asks,
  confirmed,
  reason,
  type Sample,
  type Samples,
  sends,
} from '@jaanch/tests/contract/matrix/sample'

const createQuarantined = (access: Access) =>
  insert(
    access,
    `insert into quarantine (id, user_id, signature, content_type, bytes)
     select gen_random_uuid(), id, 'Eicar-Test', 'application/pdf', 'malware' from users where role = 'customer' limit 1 returning id`,
  )

/** Pauses a consumer that no other call needs. */
const createPause = (access: Access) =>
  insert(
    access,
    `insert into pauses (name, reason, paused_by) values ('reminders', 'A test', 'operator:test')
     on conflict (name) where continued_at is null do update set reason = excluded.reason returning name as id`,
  )

/** The name of a booking in the calls that travel in time */
const ofStream = (field: 'query' | 'body', rest: object = {}): Sample => ({
  build: async (fixture, side) => ({
    [field]: { ...rest, of: `booking-${(await createUnassignedBooking(fixture, side)).id}` },
  }),
})

export const operationsSamples: Samples = {
  declareRestored: sends({ reason, epoch: randomUUID() }),
  getEvent: about(() => ({ id: '1' })),
  getTrace: {
    build: async (fixture, side) => ({ query: { of: (await confirmed(fixture, side)).id } }),
  },
  getHistory: ofStream('query'),
  getRefold: ofStream('query'),
  refold: ofStream('body', { reason }),
  retryDeadLetter: about(createDeadLetter),
  retryDeadLetters: sends({ consumer: 'orders', reason: 'No answer' }),
  skipDeadLetter: about(createDeadLetter, { reason }),
  skipDeadMessages: sends({ channel: 'sms', error: 'No answer', olderThanHours: 0, reason }),
  previewRewind: { build: () => ({ params: { id: 'orders' }, query: { to: '1' } }) },
  rewindConsumer: {
    build: async ({ database }) => {
      await database.asOwner('delete from work where is_dead')
      await database.asOwner("update work_consumers set cursor = 2, began_at = 0 where name = 'reminders'")
      return { params: { id: 'reminders' }, body: { to: 1, reason } }
    },
  },
  openMessage: about(createFailedMessage),
  retryMessage: about(createFailedMessage),
  pause: {
    build: async ({ database }) => {
      await database.asOwner('delete from pauses')
      return { params: { id: 'reminders' }, body: { reason } }
    },
  },
  continuePaused: about(createPause),
  getAffectedPeople: asks({ actor: randomUUID(), from: '2026-01-06T00:00:00Z' }),
  saveQuarantined: about(createQuarantined),
  deleteQuarantined: about(createQuarantined),
  getRun: about((fixture) => createRun(fixture)),
  requestRun: {
    build: async ({ database }) => {
      // only one run may wait
      await database.asOwner("delete from operation_runs where state = 'requested'")
      return { body: { kind: 'verify', reason, key: randomUUID() } }
    },
  },
  stopRun: about((fixture) => createRun(fixture)),
  setMaintenance: sends({ text: 'Back at nine' }),
  clearMaintenance: {
    build: async (fixture) => ({ body: await createMaintenanceNotice(fixture) }),
  },
}
