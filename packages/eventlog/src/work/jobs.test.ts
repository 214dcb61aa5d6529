import { expect, it } from 'vitest'
import { deliveryJob } from './jobs.ts'

it('the job of new messages says their channels, and the last event that they are about', () => {
  const messages = [
    { channel: 'sms', position: 12 },
    { channel: 'email', position: 14 },
    { channel: 'email', position: 9 },
  ] as const
  expect(deliveryJob(messages)).toMatchObject({
    name: 'email, sms',
    data: { channels: ['email', 'sms'], upto: 14 },
  })
})
