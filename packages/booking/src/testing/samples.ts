import { randomUUID } from 'node:crypto'
import {
  createApprovedApplication,
  createOrderInput,
  createPrescription,
  createProposedOrder,
  createUnassignedBooking,
  fileInput,
} from '@jaanch/tests/contract/matrix/create-resources'
import type { MatrixFixture } from '@jaanch/tests/contract/matrix/fixture'
import {
  about,
  asks,
  type Create,
  confirmed,
  day,
  ofLab,
  pending,
  reason,
  type Sample,
  type Samples,
  sends,
} from '@jaanch/tests/contract/matrix/sample'
import { bookingInput } from '@jaanch/tests/support/people'
import { bookingCalls } from '../api.ts'

const otherTime = { scheduledDate: day, scheduledTime: '10:00-12:00' }

const paid: Create = async (fixture, side) => {
  const params = await confirmed(fixture, side)
  await side.lab.client.call(bookingCalls.recordPayment, { params, body: { method: 'upi' } })
  return params
}

/** A booking by the caller, to the caller's own address: only the family member can be the reason of a refusal */
const forFamilyMember = (input: (packageId: string, familyMemberId: string) => object): Sample => ({
  by: 'customer',
  reach: 'own',
  build: ({ packageId }, side) => ({
    body: (asking = side) => ({
      ...bookingInput(packageId, asking.customer.addressId),
      ...input(packageId, side.customer.familyMemberId),
    }),
  }),
})

/** A lab that is suspended, of no side. */
async function createSuspendedLab(fixture: MatrixFixture) {
  const params = await createApprovedApplication(fixture)
  await fixture.admin.client.call(bookingCalls.suspendLabPartner, { params, body: { reason: 'Late' } })
  return params
}

export const bookingSamples: Samples = {
  suspendLabPartner: about(createApprovedApplication, { reason }),
  reinstateLabPartner: about(createSuspendedLab, { reason }),
  uploadPrescription: sends(fileInput),
  getPrescription: about(createPrescription),
  openPrescriptionFile: about(createPrescription),
  addPrescriptionItem: {
    build: async (fixture, side) => ({
      params: await createPrescription(fixture, side),
      body: { packageId: fixture.packageId },
    }),
  },
  changePrescription: about(createPrescription, { status: 'processing', isProcessed: true }),
  getCapacity: about(ofLab),
  // the lab serves no area, so that it limits no customer
  declareCapacity: about(ofLab, { pincodes: [], cities: [], weekdays: [1], slots: {}, instant: false }),
  consentToAreas: about(ofLab, { cities: ['Pune'] }),
  getBooking: about(confirmed),
  getReceipt: about(paid),
  getBookingToRepeat: about(confirmed),
  placeBooking: [
    {
      by: 'customer',
      reach: 'own',
      build: ({ packageId }, { customer }) => ({ body: bookingInput(packageId, customer.addressId) }),
    },
    forFamilyMember((_, familyMemberId) => ({ familyMemberId })),
    forFamilyMember((packageId, familyMemberId) => ({
      packageId: undefined,
      items: [{ packageIds: [packageId] }, { packageIds: [packageId], familyMemberId }],
    })),
    {
      by: 'admin',
      build: async (fixture, side) => ({ body: await createOrderInput(fixture, side) }),
    },
  ],
  changeBookingStatus: [
    { ...about(confirmed, { status: 'cancelled' }), by: 'customer' },
    { ...about(pending, { status: 'confirmed' }), by: 'lab-partner' },
    { ...about(pending, { status: 'confirmed' }), by: 'admin' },
  ],
  assignLab: {
    build: async (fixture, side) => ({
      params: await createUnassignedBooking(fixture, side),
      body: { labPartnerId: side.lab.labPartnerId },
    }),
  },
  declineAssignment: about(confirmed, { reason: 'no-collector' }),
  confirmOrder: about(createProposedOrder),
  declineOrder: about(createProposedOrder),
  recordPayment: about(confirmed, { method: 'upi', reference: 'UPI-1' }),
  listSlots: asks({ pincode: '380001' }),
  holdSlot: sends({ pincode: '380001', date: day, time: '08:00-10:00', packageIds: [] }),
  releaseSlot: { ...about(() => ({ id: randomUUID() })), isForAnyObject: true },
  listSuggestions: about(createUnassignedBooking),
  previewSuggestions: sends({}),
  setAutomaticAssignment: sends({ city: 'Surat', isOn: false }),
  snoozeAttention: about(createUnassignedBooking, { attention: 'unassigned', until: null }),
  settleRefund: { ...about(confirmed, { amount: 0 }), status: 409 },
  rescheduleBooking: about(confirmed, otherTime),
  getBookingSchedule: about(confirmed),
  getBookingCalendar: about(confirmed),
  listBookingMessages: about(pending),
  sendBookingMessage: about(confirmed, { audience: 'lab', text: 'The bell does not work' }),
  readBookingMessages: about(confirmed),
}
