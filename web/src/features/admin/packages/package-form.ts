import { type PackageView, packageInput } from '@jaanch/contracts/http/packages'
import { type SampleType, sampleTypes } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import type { PackageRequest } from '@/lib/api/packages'

const { shape } = packageInput

/** What the dialog holds: numbers as they are typed, judged by the contract's own rules. */
export const packageForm = z
  .object({
    name: checked(shape.name, 'Please enter a name of at most 120 characters'),
    description: checked(shape.description, 'At most 2,000 characters'),
    price: checked(shape.price, 'Please enter a price in rupees, such as 499 or 499.50'),
    originalPrice: checked(shape.originalPrice, 'Please enter a price in rupees, or nothing'),
    testsIncluded: checked(shape.testsIncluded, 'Please enter a whole number from 1 to 1,000'),
    sampleType: z.enum(sampleTypes),
    fastingRequired: z.boolean(),
    isPopular: z.boolean(),
  })
  .refine(({ price, originalPrice }) => !originalPrice.trim() || Number(originalPrice) >= Number(price), {
    message: 'The original price cannot be below the price',
    path: ['originalPrice'],
  })
export type PackageForm = z.input<typeof packageForm>

function checked(schema: z.ZodType, message: string) {
  return z.string().refine((value) => schema.safeParse(value).success, message)
}

export function formOf(item: PackageView | null): PackageForm {
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    price: item ? String(item.price) : '',
    originalPrice: item?.originalPrice == null ? '' : String(item.originalPrice),
    testsIncluded: String(item?.testsIncluded ?? 1),
    sampleType: item?.sampleType ?? 'blood',
    fastingRequired: item?.fastingRequired ?? false,
    isPopular: item?.isPopular ?? false,
  }
}

/** Price as a decimal, tests included as an integer (specification, section 5). */
export function requestOf(form: PackageForm): PackageRequest {
  const original = form.originalPrice.trim()
  return {
    ...form,
    name: form.name.trim(),
    description: form.description.trim(),
    price: Number.parseFloat(form.price),
    originalPrice: original ? Number.parseFloat(original) : null,
    testsIncluded: Number.parseInt(form.testsIncluded, 10),
    sampleType: form.sampleType as SampleType,
  }
}
