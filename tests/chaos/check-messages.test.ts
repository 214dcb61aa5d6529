import { describe, expect, it } from 'vitest'
import type { FinishedBooking } from './booking-flow.ts'
import { findMessageProblems } from './check-messages.ts'
import type { Delivery } from './message-receivers.ts'

const customer = { email: 'one@customers.example', phone: '+919800000001' }
const booking: FinishedBooking = {
  id: '11111111-0000-8000-8000-000000000000',
  finalStatus: 'confirmed',
  customer,
}
const other: FinishedBooking = {
  id: '22222222-0000-8000-8000-000000000000',
  finalStatus: 'confirmed',
  customer,
}

function mail(id: string, subject: string, of = booking, to = customer.email): Delivery {
  const text = `Message-ID: ${id}\nSubject: ${subject} ${of.id.slice(0, 8)}\n\nGood evening.`
  return { channel: 'email', to, id, text }
}

const complete = [
  mail('<a>', 'Booked'),
  mail('<b>', 'Confirmed'),
  mail('<c>', 'Assigned', booking, 'lab@labs.example'),
]
const otherComplete = [
  mail('<d>', 'Booked', other),
  mail('<e>', 'Confirmed', other),
  mail('<f>', 'Assigned', other, 'lab@labs.example'),
]

describe('checking messages', () => {
  it('finds nothing if each recipient got one message about each step', () => {
    expect(findMessageProblems([booking, other], [...complete, ...otherComplete], false)).toEqual([])
  })

  it('finds a step with two messages, even if repeats are allowed', () => {
    const twice = [...complete, mail('<z>', 'Booked')]
    expect(findMessageProblems([booking], twice, true)).toEqual([
      expect.stringContaining('2 different messages'),
    ])
  })

  it('finds a message that was delivered twice, unless repeats are allowed', () => {
    const again = [...complete, mail('<a>', 'Booked')]
    expect(findMessageProblems([booking], again, false)).toEqual([expect.stringContaining('came 2 times')])
    expect(findMessageProblems([booking], again, true)).toEqual([])
  })

  it('finds a recipient who got no message', () => {
    expect(findMessageProblems([booking], complete.slice(1), false)).toEqual([
      expect.stringContaining('got 1 mails'),
    ])
    const problems = findMessageProblems([booking, other], [...complete, ...otherComplete.slice(0, 2)], false)
    expect(problems).toEqual([expect.stringContaining('2 different sets of messages')])
  })

  it('finds an id that was sent to two recipients', () => {
    const shared = [...complete.slice(0, 2), mail('<a>', 'Assigned', booking, 'lab@labs.example')]
    expect(findMessageProblems([booking], shared, false)).toEqual([expect.stringContaining('two recipients')])
  })
})
