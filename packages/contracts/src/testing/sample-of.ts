import { z } from 'zod'

/** @returns a valid uuid, the same for the same number */
export const sampleId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** The same thing has the same id in all samples. */
const idNumbers: Readonly<Record<string, number>> = {
  bookingId: 1,
  customerId: 2,
  userId: 2,
  prescriptionId: 3,
  packageId: 11,
  labPartnerId: 51,
  reportId: 61,
}

/**
 * The least that a schema accepts, always the same: without the fields that may be missing, and null where it may be null.
 * @param key the field's name @throws Error for a kind of schema that no event has had
 */
export function sampleOf(schema: z.ZodType, key = ''): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape).filter(
      ([, field]) => !(field instanceof z.ZodOptional),
    )
    return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, name)]))
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element as z.ZodType)]
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return Math.max(1, schema.minValue ?? 1)
  if (schema instanceof z.ZodUUID) return sampleId(idNumbers[key] ?? 99)
  if (schema instanceof z.ZodISODateTime) return '2026-02-01T05:00:00.000Z'
  if (schema instanceof z.ZodISODate) return '2026-02-01'
  if (schema instanceof z.ZodString) return key
  throw new Error(`There is no sample of ${key}: write one into event-samples.ts`)
}
