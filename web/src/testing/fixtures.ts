import type { LabPartnerView } from '@jaanch/account/labs/api'
import type { BookingView } from '@jaanch/booking/booking-view'
import type { PrescriptionView } from '@jaanch/booking/prescriptions/api'
import type { PackageView } from '@jaanch/catalogue/packages/api'
import { packageFacts } from '@jaanch/insight/facts/facts'
import type { NotificationView } from '@jaanch/messages/api'

export function createBooking(changes: Partial<BookingView> = {}): BookingView {
  return {
    id: 'b1',
    customerId: 'c1',
    packageId: 'p1',
    prescriptionId: null,
    labPartnerId: null,
    labPartnerName: null,
    city: 'Ahmedabad',
    area: null,
    patientName: null,
    contactNumber: null,
    samples: null,
    refund: null,
    fastingHours: null,
    collectionType: 'scheduled',
    scheduledDate: '2026-11-22',
    scheduledTime: '08:00-10:00',
    status: 'pending',
    paymentStatus: 'pending',
    paymentMethod: 'cash-on-collection',
    totalAmount: 299,
    discountAmount: 0,
    finalAmount: 299,
    specialInstructions: null,
    priority: 'medium',
    createdAt: '2026-11-20T10:00:00.000Z',
    package: { id: 'p1', name: 'Complete Blood Count' },
    packageName: 'Complete Blood Count',
    packages: [{ id: 'p1', name: 'Complete Blood Count' }],
    visitSize: null,
    familyMember: null,
    orderNumber: null,
    visitId: null,
    customerMoves: 0,
    reportReleasedAt: null,
    review: null,
    recollection: null,
    collectorId: null,
    recollections: [],
    moves: [],
    timeline: [{ status: 'pending', at: '2026-11-20T10:00:00.000Z', actor: 'customer' }],
    position: 1,
    ...changes,
  }
}

export function createLab(changes: Partial<LabPartnerView> = {}): LabPartnerView {
  return {
    id: 'l1',
    labName: 'Sabarmati Diagnostics',
    organizationName: 'Sabarmati Diagnostics',
    isApproved: false,
    status: 'applied',
    city: null,
    state: null,
    pincode: null,
    address: '12 Ashram Road',
    labLicense: null,
    user: { email: 'lab1@jaanch.example', phone: null },
    rating: null,
    waitsForConsent: false,
    createdAt: '2026-11-20T10:00:00.000Z',
    position: 1,
    ...changes,
  }
}

export function createPackage(changes: Partial<PackageView> = {}): PackageView {
  return {
    id: 'p1',
    name: 'Complete Blood Count',
    description: 'Red and white cells, and platelets.',
    category: 'Blood',
    price: 299,
    cataloguePrice: null,
    originalPrice: 450,
    testsIncluded: 1,
    duration: null,
    reportDeliveryTime: null,
    rating: null,
    isPopular: true,
    isActive: true,
    nearbyLabs: null,
    sampleType: 'blood',
    fastingRequired: false,
    fastingHours: null,
    ageRestrictions: { min: null, max: null },
    genderSpecific: 'both',
    preparationInstructions: null,
    testParameters: [],
    parameterCodes: [],
    ...changes,
  }
}

export function createNotification(changes: Partial<NotificationView> = {}): NotificationView {
  return {
    id: 'n1',
    position: 1,
    title: 'Your booking is confirmed',
    body: 'Complete Blood Count, 22 Nov 2026',
    at: '2026-11-20T10:00:00.000Z',
    read: false,
    bookingId: 'b1',
    ...changes,
  }
}

export function createPrescription(changes: Partial<PrescriptionView> = {}): PrescriptionView {
  return {
    id: 'rx1',
    customerId: 'c1',
    customerName: 'Asha Patel',
    fileUrl: '/api/files/prescriptions/rx1',
    originalFileName: 'prescription.pdf',
    status: 'pending',
    notes: null,
    adminNotes: null,
    isProcessed: false,
    createdAt: '2026-11-20T10:00:00.000Z',
    items: [],
    position: 1,
    ...changes,
  }
}

/** The specified defaults for packages without values of their own */
export const specifiedDefaults = {
  packageRating: packageFacts.packageRating.specified,
  packageNearbyLabs: packageFacts.packageNearbyLabs.specified,
  packageReportTime: packageFacts.packageReportTime.specified,
}
