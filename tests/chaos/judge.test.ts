import { describe, expect, it } from 'vitest'
import type { Flowed } from './flow.ts'
import { troublesOf } from './judge.ts'
import type { Delivery } from './sinks.ts'

const customer = { email: 'one@customers.example', phone: '+919800000001' }
const booking: Flowed = { id: '11111111-0000-8000-8000-000000000000', path: 'confirmed', customer }
const other: Flowed = { id: '22222222-0000-8000-8000-000000000000', path: 'confirmed', customer }

function mail(id: string, subject: string, of = booking, to = customer.email): Delivery {
  const text = `Message-ID: ${id}\nSubject: ${subject} ${of.id.slice(0, 8)}\n\nGood evening.`
  return { channel: 'email', to, id, text }
}

const well = [
  mail('<a>', 'Booked'),
  mail('<b>', 'Confirmed'),
  mail('<c>', 'Assigned', booking, 'lab@labs.example'),
]
const otherWell = [
  mail('<d>', 'Booked', other),
  mail('<e>', 'Confirmed', other),
  mail('<f>', 'Assigned', other, 'lab@labs.example'),
]

describe('the judge of messages', () => {
  it('is content when each reader heard of each step in one message', () => {
    expect(troublesOf([booking, other], [...well, ...otherWell], false)).toEqual([])
  })

  it('finds a step that came as two messages, even where repeats may be', () => {
    const twice = [...well, mail('<z>', 'Booked')]
    expect(troublesOf([booking], twice, true)).toEqual([expect.stringContaining('2 different messages')])
  })

  it('finds a message delivered again, unless a sender may have died before it recorded it', () => {
    const again = [...well, mail('<a>', 'Booked')]
    expect(troublesOf([booking], again, false)).toEqual([expect.stringContaining('came 2 times')])
    expect(troublesOf([booking], again, true)).toEqual([])
  })

  it('finds a reader who was not told', () => {
    expect(troublesOf([booking], well.slice(1), false)).toEqual([expect.stringContaining('had 1 mails')])
    const [troubles] = [troublesOf([booking, other], [...well, ...otherWell.slice(0, 2)], false)]
    expect(troubles).toEqual([expect.stringContaining('2 different sets of messages')])
  })

  it('finds one id that went to two readers', () => {
    const shared = [...well.slice(0, 2), mail('<a>', 'Assigned', booking, 'lab@labs.example')]
    expect(troublesOf([booking], shared, false)).toEqual([expect.stringContaining('two readers')])
  })
})
