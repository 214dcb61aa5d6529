/** Generates values that a JSON Schema allows; for some fields the name decides. */
import { addDays, istDate } from '@jaanch/contracts/calendar'
import fc from 'fast-check'
import { password } from '../../support/people.ts'
import { dataUrl, jpeg, pdf, png } from '../../support/sample-files.ts'
import { encryptJwe, sharedPasscode } from '../../support/shares.ts'
import type { JsonSchema } from './json-schema.ts'

/** A placeholder for the id of an existing object; `pools.ts` replaces it when the request is sent. */
export function placeholder(pool: string): fc.Arbitrary<string> {
  return fc.nat(1_000).map((n) => `@${pool}:${n}@`)
}

const day = fc.integer({ min: -3, max: 20 }).map((days) => addDays(istDate(new Date()), days))

const email = fc.oneof(
  { weight: 4, arbitrary: fc.uuid().map((id) => `${id}@example.org`) },
  { weight: 1, arbitrary: fc.emailAddress() },
)

const pdfUrl = dataUrl('application/pdf', pdf)
const correctlyTyped = [pdfUrl, pdfUrl, pdfUrl, dataUrl('image/png', png), dataUrl('image/jpeg', jpeg)]
const wronglyTyped = [dataUrl('application/pdf', png), dataUrl('image/png', pdf), dataUrl('image/jpg', jpeg)]

/** Values of fields whose schema allows values that would rarely be accepted. */
const valuesByName: Record<string, fc.Arbitrary<unknown>> = {
  // a position that the log of the test has
  to: fc.nat(200),
  // the runs of the test were compared once
  comparison: fc.constantFrom(1, 1, 1, 0, 2),
  id: fc.uuid(),
  fileUrl: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...correctlyTyped) },
    fc.constantFrom(...wronglyTyped),
  ),
  phone: fc.constantFrom('98765 43210', '+91 98765-43210', '079 2658 1234', '+1 212 555 0123'),
  // of a price list, which each change counts up, or of a text that is agreed to
  version: fc.constantFrom(1, 1, 1, 2),
  price: fc.constantFrom(499, 0, 10.5, '499', '499.50'),
  originalPrice: fc.constantFrom(499, 699, 1_000_000, '', null),
  totalAmount: fc.constant(499),
  finalAmount: fc.constant(499),
  // of what labs declare: far from the addresses of the tests, whose bookings would be limited. The last one is not known
  pincode: fc.constantFrom('395007', '394101', '395001', '999999'),
  citie: fc.constantFrom('Valsad', 'Tapi', 'Navsari', 'Nowhere'),
  // of automatic assignment
  city: fc.constantFrom('Valsad', 'Nowhere'),
  excludedPackageId: placeholder('packageId'),
  password: fc.constantFrom(password, password, 'another one', 'short'),
  cursor: placeholder('cursor'),
  collectorId: fc.oneof({ weight: 3, arbitrary: placeholder('labPersonId') }, fc.constant(null)),
  // a link ends with five wrong ones
  passcode: fc.constantFrom(sharedPasscode, sharedPasscode, sharedPasscode, sharedPasscode, 'WRONG1', null),
  linkId: fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('base64url')),
  jwe: fc.constant(encryptJwe('{}')),
  lat: fc.double({ min: 8, max: 35, noNaN: true }),
  lng: fc.double({ min: 70, max: 95, noNaN: true }),
  // what is traced, or whose history is read: a booking, or a stream
  of: fc.oneof(
    { weight: 3, arbitrary: placeholder('bookingId') },
    placeholder('prescriptionId').map((id) => `prescription-${id}`),
    fc.string({ maxLength: 20 }),
  ),
}

const idNames = [
  'packageId',
  'addressId',
  'familyMemberId',
  'customerId',
  'labPartnerId',
  'prescriptionId',
  'bookingId',
]

export function allowedBy(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && schema.type !== 'object')
    return fc.oneof(...choices.map((choice) => allowedBy(choice, name)))
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'array') {
    const { items = {}, minItems = 0, maxItems = 5 } = schema
    return fc.array(allowedBy(items, name.replace(/s$/, '')), { minLength: minItems, maxLength: maxItems })
  }
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'boolean') return fc.boolean()
  // of a notice, whose ids are numbers in sequence
  if (schema.type === 'integer' && name === 'id') return fc.integer({ min: 1, max: 6 })
  if (valuesByName[name]) return valuesByName[name]
  // the login, which may also be a phone number
  if (name === 'email' && schema.format === undefined) return placeholder('login')
  if (idNames.includes(name)) return placeholder(name)
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = 1_000 } = schema
    return fc.integer({ min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) })
  }
  if (schema.type === 'number') {
    const { minimum = 0, maximum = 1_000_000 } = schema
    return fc.integer({ min: minimum * 100, max: maximum * 100 }).map((hundredths) => hundredths / 100)
  }
  if (schema.type === 'string') return textOf(schema)
  return fc.oneof(fc.string({ maxLength: 20 }), fc.integer(), fc.constant(null))
}

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return email
  if (format === 'date') return day
  if (format === 'date-time') {
    const [min, max] = [new Date('1970-01-01'), new Date('2100-01-01')]
    return fc.date({ min, max, noInvalidDate: true }).map((at) => at.toISOString())
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, 40) })
  const length = Math.min(maxLength, 60)
  const unit = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABC  0123456789.,-/\'"&éßजा₹🩸')
  return fc.oneof(
    { weight: 5, arbitrary: fc.string({ unit, minLength: Math.max(minLength, 1), maxLength: length }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(Math.min(maxLength, 2_000))) },
  )
}

/** An object of a union: each variant has required fields that the others do not have. */
function objectOf({ oneOf, ...schema }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  if (!oneOf) return fieldsOf(schema)
  const { properties = {}, required = [] } = schema
  const kinds = oneOf.map((kind) => {
    const others = oneOf.flatMap((other) => (other === kind ? [] : (other.required ?? [])))
    const own = Object.entries(properties).filter(([field]) => !others.includes(field))
    return fieldsOf({
      properties: Object.fromEntries(own),
      required: [...required, ...(kind.required ?? [])],
    })
  })
  // the first variant is the most common one
  return fc.oneof(...kinds.map((arbitrary, n) => ({ weight: n === 0 ? 3 : 1, arbitrary })))
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const shape = Object.entries(properties).map(
    ([name, property]) => [name, allowedBy(property, name)] as const,
  )
  const all = Object.fromEntries(shape)
  // with all optional fields, or with any of them
  return fc.oneof({ weight: 2, arbitrary: fc.record(all) }, fc.record(all, { requiredKeys: required }))
}
