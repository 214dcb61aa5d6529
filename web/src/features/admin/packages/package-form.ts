import type { PackageView } from '@jaanch/contracts/http/packages'
import { type SampleType, sampleTypes } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import type { PackageRequest } from '@/lib/resources/packages'
import { packageForm as texts } from './texts'

// Not the contract's schema: that module is shared with the price on every card, and would bring zod to the landing page.
// The API validates with the contract's schema.
const isRupees = (text: string) => /^\d+(\.\d{1,2})?$/.test(text.trim()) && Number(text) <= 1_000_000

/** Numbers are texts, as typed. */
export const packageSchema = z
  .object({
    name: z.string().trim().min(1, texts.nameWrong).max(120, texts.nameWrong),
    description: z.string().max(2_000, texts.descriptionWrong),
    price: z.string().refine(isRupees, texts.priceWrong),
    originalPrice: z.string().refine((text) => !text.trim() || isRupees(text), texts.originalPriceWrong),
    testsIncluded: z
      .string()
      .refine((text) => /^[1-9]\d{0,3}$/.test(text.trim()) && Number(text) <= 1_000, texts.testsWrong),
    sampleType: z.enum(sampleTypes),
    fastingRequired: z.boolean(),
    isPopular: z.boolean(),
  })
  .refine(({ price, originalPrice }) => !originalPrice.trim() || Number(originalPrice) >= Number(price), {
    message: texts.originalPriceTooLow,
    path: ['originalPrice'],
  })
export type PackageForm = z.input<typeof packageSchema>

export function toPackageForm(item: PackageView | null): PackageForm {
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    // the catalogue's, also while a price list applies
    price: item ? String(item.cataloguePrice ?? item.price) : '',
    originalPrice: item?.originalPrice == null ? '' : String(item.originalPrice),
    testsIncluded: String(item?.testsIncluded ?? 1),
    sampleType: item?.sampleType ?? 'blood',
    fastingRequired: item?.fastingRequired ?? false,
    isPopular: item?.isPopular ?? false,
  }
}

/** Sends the price as a decimal, the tests included as an integer (specification, section 5). */
export function toPackageRequest(form: PackageForm): PackageRequest {
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
