import { expect, it } from 'vitest'
import { actorText, streamText } from './texts'

it('an actor is named by role or consumer, a stream by its kind and the beginning of its id', () => {
  expect(actorText('customer:1f2e3d4c-0000-4000-8000-000000000001')).toBe('Customer')
  expect(actorText('system:orders')).toBe('orders')
  expect(actorText('robot:1')).toBe('Robot')
  expect(streamText('booking-1f2e3d4c-0000-4000-8000-000000000001')).toBe('booking 1f2e3d4c')
})
