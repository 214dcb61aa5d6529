import { randomUUID } from 'node:crypto'
import { about, asks, confirmed, day, type Samples, sends } from '@jaanch/tests/contract/matrix/sample'

export const collectionSamples: Samples = {
  getRound: [
    asks({ date: day }),
    // the visit of another lab is not in it, as if there were none
    { build: async (fixture, side) => ({ query: { booking: (await confirmed(fixture, side)).id } }) },
  ],
  getPhoneRound: asks({ date: day }),
  getCollection: about(confirmed),
  // no workers run here, and nothing can be planned before a worker has numbered the order
  printLabels: {
    reach: 'own',
    build: async (fixture, side) => ({
      body: { bookings: [(await confirmed(fixture, side)).id], format: 'roll' },
    }),
    status: 409,
  },
  recordCustody: {
    ...about(confirmed, { recorded: { at: new Date().toISOString() }, command: { type: 'arrive' } }),
    status: 409,
  },
  assignCollector: about(confirmed, { collectorId: null }),
  getApproach: about(confirmed),
  listTubes: asks({ date: day }),
  findTube: { ...asks({ code: 'THY-0000' }), status: 404 },
  listCash: asks({ date: day }),
  countCash: {
    ...sends({ date: day, collectorId: randomUUID(), counted: 100, replaces: null }),
    status: 422,
  },
  acceptPayment: { ...about(confirmed), status: 409 },
}
