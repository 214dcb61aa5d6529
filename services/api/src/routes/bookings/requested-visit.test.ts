import { expect, it } from 'vitest'
import { contentOf, type VisitRequest } from './requested-visit.ts'

const request = {
  collectionType: 'scheduled',
  paymentMethod: 'upi',
  packageId: 'p1',
  familyMemberId: null,
  scheduledDate: '2026-01-31',
  scheduledTime: '08:00-10:00',
  addressId: 'a1',
  holdId: 'h1',
  expectedTotal: 499,
  noticeVersion: undefined,
} as VisitRequest

it('a request that is repeated to the next release has the content that the release before stored', () => {
  const when = '"scheduledDate":"2026-01-31","scheduledTime":"08:00-10:00"'
  const { noticeVersion: _, ...single } = request
  expect(JSON.stringify(contentOf(single))).toBe(
    `{"packageId":"p1","collectionType":"scheduled","familyMemberId":null,${when},"addressId":"a1","paymentMethod":"upi"}`,
  )
  const { packageId: __, familyMemberId: ___, ...rest } = single
  const several = { ...rest, items: [{ packageIds: ['p1'] }], specialInstructions: 'Ring twice' }
  expect(JSON.stringify(contentOf(several))).toBe(
    `{"items":[{"packageIds":["p1"]}],"collectionType":"scheduled",${when},"addressId":"a1","paymentMethod":"upi","specialInstructions":"Ring twice"}`,
  )
})
