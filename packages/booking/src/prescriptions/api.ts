import {
  date,
  idParams,
  instant,
  line,
  optional,
  page,
  position,
  refused,
  text,
} from '@jaanch/contracts/http/fields'
import { creation, forAdmins, route } from '@jaanch/contracts/http/route'
import { rupees } from '@jaanch/contracts/money'
import { collectionTypes, prescriptionOrderTime, prescriptionStatuses } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

/** 5 MB, decoded (specification, section 5). */
export const prescriptionFileLimit = 5 * 1024 ** 2
export const prescriptionFileTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const
/** The texts for rejected files (specification, section 5). */
export const prescriptionFileTexts = {
  tooLarge: 'Please select a file smaller than 5MB',
  wrongType: 'Please upload a JPG, PNG, or PDF file',
  missing: 'Please select a prescription file to upload',
}

/** Base64 encodes 3 bytes as 4; the rest is for the other fields. */
const prescriptionBodyLimit = Math.ceil(prescriptionFileLimit / 3) * 4 + 10_000

export const prescriptionView = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  customerName: z.string(),
  /** In lists a path that a browser can open, `/api/files/prescriptions/{id}`; for a single prescription the data URL */
  fileUrl: z.string(),
  originalFileName: z.string(),
  status: z.enum(prescriptionStatuses),
  notes: z.string().nullable(),
  adminNotes: z.string().nullable(),
  isProcessed: z.boolean(),
  createdAt: instant,
  /** The packages that an admin chose for the order, with current names and prices */
  items: z.array(z.object({ packageId: z.uuid(), name: z.string(), price: rupees })),
  position,
})
export type PrescriptionView = z.output<typeof prescriptionView>

const prescriptionInput = z.object({
  /** `data:<type>;base64,<content>`; the content decides what it is */
  fileUrl: z.string().max(prescriptionBodyLimit),
  originalFileName: line(255),
  notes: optional(text(1_000)),
})

/** The request of an admin to propose an order from a prescription (specification, section 7). */
export const prescriptionOrderInput = z.object({
  customerId: z.uuid(),
  packageId: z.uuid(),
  packageIds: refused('An order has one packageId. Its other packages are those of the prescription'),
  prescriptionId: z.uuid(),
  collectionType: z.enum(collectionTypes).default('scheduled'),
  /** Default: tomorrow */
  scheduledDate: date.nullish(),
  scheduledTime: z.literal(prescriptionOrderTime).nullish(),
  status: z.literal('pending_customer_confirmation').optional(),
  paymentStatus: z.literal('pending').optional(),
  /** Must equal the sum of the catalogue prices */
  totalAmount: rupees,
  discountAmount: z.literal(0).optional(),
  finalAmount: rupees,
  specialInstructions: z.preprocess((value) => (value === '' ? null : value), text(500).nullish()),
})

export const prescriptionCalls = {
  uploadPrescription: route({
    method: 'POST',
    path: '/api/prescriptions',
    access: ['customer'],
    summary: "Upload a doctor's prescription: JPEG, PNG or PDF, at most 5 MB",
    body: prescriptionInput,
    bodyLimit: prescriptionBodyLimit,
    tooLarge: prescriptionFileTexts.tooLarge,
    ...creation,
    response: prescriptionView,
  }),
  listOwnPrescriptions: route({
    method: 'GET',
    path: '/api/prescriptions',
    access: ['customer'],
    summary: "The customer's prescriptions, newest first",
    query: page,
    response: z.array(prescriptionView),
  }),
  getPrescription: route({
    method: 'GET',
    path: '/api/prescriptions/:id',
    access: ['customer', 'admin'],
    admins: ['manager', 'support'],
    summary: 'One prescription with its file as a data URL',
    params: idParams,
    response: prescriptionView,
  }),
  openPrescriptionFile: route({
    method: 'GET',
    path: '/api/files/prescriptions/:id',
    access: ['customer', 'admin'],
    admins: ['manager', 'support'],
    cookie: true,
    summary: "A prescription's file for display in a browser",
    params: idParams,
    response: 'file',
  }),
  listAllPrescriptions: route({
    method: 'GET',
    path: '/api/admin/prescriptions',
    ...forAdmins('manager', 'support'),
    summary: 'All prescriptions, newest first, without their files',
    query: page.extend({ status: z.enum(prescriptionStatuses).optional() }),
    response: z.array(prescriptionView),
  }),
  addPrescriptionItem: route({
    method: 'POST',
    path: '/api/admin/prescriptions/:id/items',
    ...forAdmins('manager'),
    summary: "Add a package to the prescription's order; repeating it changes nothing",
    params: idParams,
    body: z.object({ packageId: z.uuid() }),
    ...creation,
    response: prescriptionView,
  }),
  changePrescription: route({
    method: 'PUT',
    path: '/api/admin/prescriptions/:id',
    ...forAdmins('manager'),
    summary: 'Update the review of a prescription; repeating it changes nothing',
    params: idParams,
    body: z.object({
      status: z.enum(prescriptionStatuses).optional(),
      /** null or '' removes them; if missing, they do not change */
      adminNotes: optional(text(2_000)).optional(),
      isProcessed: z.boolean().optional(),
    }),
    commands: true,
    response: prescriptionView,
  }),
}
