import type { CustodyInput } from '@jaanch/contracts/http/custody'
import { describe, expect, it } from 'vitest'
import { findCustodyProblems } from './check-custody.ts'
import type { Write } from './oracle.ts'
import type { LoggedEvent } from './outcome.ts'

const id = '0d4b6d3c-6f4e-4f5e-9a1b-0c2d3e4f5a6b'
const stream = `booking-${id}`

/** The instant so many minutes after eight */
const at = (minute: number) => new Date(Date.UTC(2030, 0, 2, 8, minute)).toISOString()

function acknowledged(minute: number, command: CustodyInput): Write {
  const call = {
    method: 'POST',
    path: `/api/bookings/${id}/custody`,
    body: { recorded: { at: at(minute) }, command },
  }
  return { call, answer: { id } }
}

/** Events at so many minutes after eight by the clock of the device and by the estimate */
function log(...events: [type: string, minute: number, data?: Record<string, unknown>][]): LoggedEvent[] {
  return events.map(([type, minute, data = {}], n) => ({
    position: n + 1,
    streamId: stream,
    version: n + 1,
    type,
    data: { recorded: { at: at(minute), deviceAt: at(minute) }, ...data },
  }))
}

const planned = ['TubesPlanned', 0, { tubes: [{ number: 1 }] }] as [string, number, Record<string, unknown>]
const one = { tubes: [1] }
const drawn = { tubes: [{ number: 1, code: null }] }
const whole = log(
  planned,
  ['CollectorArrived', 1],
  ['IdentityChecked', 2, { isConfirmed: true }],
  ['TubesDrawn', 3, drawn],
  ['TubesHandedOver', 4, one],
  ['TubesReceived', 5, one],
  ['TubesAccepted', 6, one],
)

describe('checking the custody of tubes', () => {
  it('finds nothing when each record is in the log once, also if it was sent again', () => {
    const writes = [
      acknowledged(1, { type: 'arrive' }),
      acknowledged(1, { type: 'arrive' }),
      acknowledged(2, { type: 'identify', method: 'name-and-birth-date', isConfirmed: true }),
      acknowledged(3, { type: 'draw', tubes: [{ number: 1 }] }),
      acknowledged(4, { type: 'handOver', tubes: [1] }),
      acknowledged(5, { type: 'receive', tubes: [1] }),
      acknowledged(6, { type: 'accept', tubes: [1] }),
    ]
    expect(findCustodyProblems(writes, whole)).toEqual([])
  })

  it('finds a record of a visit, and one of a tube, that the log lacks', () => {
    const writes = [acknowledged(1, { type: 'arrive' }), acknowledged(4, { type: 'handOver', tubes: [1] })]
    const problems = findCustodyProblems(writes, log(planned, ['TubesDrawn', 3, drawn]))
    expect(problems).toEqual([
      expect.stringContaining('0 of CollectorArrived'),
      expect.stringContaining('0 of TubesHandedOver of tube 1'),
    ])
  })

  it('finds a rejection with another reason than was acknowledged', () => {
    const rejecting = acknowledged(4, { type: 'reject', tubes: [{ number: 1, reason: 'clotted' }] })
    const rejected = (reason: string) =>
      log(planned, ['TubesRejected', 4, { tubes: [{ number: 1, reason }] }])
    expect(findCustodyProblems([rejecting], rejected('clotted'))).toEqual([])
    expect(findCustodyProblems([rejecting], rejected('leaked'))).toHaveLength(1)
  })

  it('finds a tube that was received before it was drawn, drawn before the person was identified, or received twice', () => {
    const receiving = acknowledged(5, { type: 'receive', tubes: [1] })
    const early = log(planned, ['TubesReceived', 2, one], ['TubesDrawn', 3, drawn])
    expect(findCustodyProblems([receiving], early)).toEqual([
      `${stream}, tube 1: TubesReceived at ${at(2)}, and TubesDrawn at ${at(3)}`,
    ])
    const unknown = log(
      planned,
      ['TubesDrawn', 3, drawn],
      ['IdentityChecked', 4, { isConfirmed: true }],
      ['TubesReceived', 5, one],
    )
    expect(findCustodyProblems([receiving], unknown)).toHaveLength(1)
    const twice = log(planned, ['TubesReceived', 5, one], ['TubesReceived', 6, one])
    expect(findCustodyProblems([receiving], twice)).toContain(
      `${stream}, tube 1: a step twice: TubesReceived, TubesReceived`,
    )
  })

  it('finds a tube that is accepted and rejected', () => {
    const rejected = log(planned, ['TubesAccepted', 5, one], ['TubesRejected', 6, { tubes: [{ number: 1 }] }])
    expect(findCustodyProblems([acknowledged(5, { type: 'accept', tubes: [1] })], rejected)).toEqual([
      `${stream}, tube 1: it is accepted and rejected`,
    ])
  })
})
