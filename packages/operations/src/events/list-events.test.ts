import { AppError } from '@jaanch/contracts/errors'
import { describe, expect, it } from 'vitest'
import { conditionsOf } from './list-events.ts'

const person = '1f2e3d4c-0000-4000-8000-000000000001'

function filterBy(actor: string): [conditions: string[], values: unknown[]] {
  const values: unknown[] = ['first']
  return [conditionsOf({ actor }, values), values.slice(1)]
}

describe('the actor of an event', () => {
  it('is filtered by a role, by a consumer, or by a person in any role', () => {
    expect(filterBy('lab-partner')).toEqual([['starts_with(actor, $2)'], ['lab-partner:']])
    expect(filterBy('system')).toEqual([['starts_with(actor, $2)'], ['system:']])
    expect(filterBy('orders')).toEqual([['actor = any ($2)'], [['system:orders']]])
    const [, [ofPerson]] = filterBy(person.toUpperCase())
    expect(ofPerson).toEqual(expect.arrayContaining([`customer:${person}`, `admin:${person}`]))
  })

  it('that no event can have is refused', () => {
    for (const actor of ['a b', "x' or true", person.slice(1)])
      expect(() => filterBy(actor)).toThrow(AppError)
  })
})

it('several filters are all conditions, and none is no condition', () => {
  const values: unknown[] = []
  expect(conditionsOf({ type: 'BookingPlaced', streamId: 'booking-1' }, values)).toEqual([
    'type = $1',
    'stream_id = $2',
  ])
  expect(conditionsOf({}, values)).toEqual([])
})
