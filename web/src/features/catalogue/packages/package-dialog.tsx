import type { PackageView } from '@jaanch/catalogue/packages/api'
import { type SampleType, sampleTypes } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useFormCommand } from '@/components/use-command'
import { capitalised } from '@/lib/format/text'
import { controlOf, resolverFor } from '@/lib/forms'
import { Checkbox } from '@/ui/checkbox'
import { Choice } from '@/ui/form-choice'
import { FormDialog } from '@/ui/form-dialog'
import { Line, Paragraph } from '@/ui/form-line'
import { toast } from '@/ui/toast-store'
import { changePackage, createPackage, type PackageRequest } from './calls'
import { formTexts } from './texts'

// Not the contract's schema: that module is shared with the price on every card, and would bring zod to the landing page.
// The API validates with the contract's schema.
const isRupees = (text: string) => /^\d+(\.\d{1,2})?$/.test(text.trim()) && Number(text) <= 1_000_000

/** Numbers are texts, as typed. */
export const packageSchema = z
  .object({
    name: z.string().trim().min(1, formTexts.nameWrong).max(120, formTexts.nameWrong),
    description: z.string().max(2_000, formTexts.descriptionWrong),
    price: z.string().refine(isRupees, formTexts.priceWrong),
    originalPrice: z.string().refine((text) => !text.trim() || isRupees(text), formTexts.originalPriceWrong),
    testsIncluded: z
      .string()
      .refine((text) => /^[1-9]\d{0,3}$/.test(text.trim()) && Number(text) <= 1_000, formTexts.testsWrong),
    sampleType: z.enum(sampleTypes),
    fastingRequired: z.boolean(),
    isPopular: z.boolean(),
  })
  .refine(({ price, originalPrice }) => !originalPrice.trim() || Number(originalPrice) >= Number(price), {
    message: formTexts.originalPriceTooLow,
    path: ['originalPrice'],
  })
type PackageForm = z.input<typeof packageSchema>

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

const sampleOptions = sampleTypes.map((value) => ({ value, label: capitalised(value) }))

export function PackageDialog({ item, onClose }: { item: PackageView | null; onClose: () => void }) {
  const what = formTexts[item ? 'edit' : 'create']
  const form = useForm<PackageForm>({
    resolver: resolverFor(packageSchema),
    defaultValues: toPackageForm(item),
  })
  const [fasting, popular] = [controlOf(form, 'fastingRequired'), controlOf(form, 'isPopular')]
  const line = { form, texts: formTexts }
  const submit = useFormCommand(form, {
    send(values: PackageForm) {
      const body = toPackageRequest(values)
      return item ? changePackage(item.id, body) : createPackage(body)
    },
    done(_, values) {
      toast.success(what.succeeded, toPackageRequest(values).name)
      onClose()
    },
    failed: what.failed,
  })

  return (
    <FormDialog
      title={what.title}
      className="sm:max-w-xl"
      submitLabel={what.submitLabel}
      {...submit}
      onClose={onClose}
      formClassName="sm:grid-cols-2"
    >
      <Line {...line} name="name" maxLength={120} isWide />
      <Paragraph {...line} name="description" optional maxLength={2_000} isWide />
      <Line {...line} name="price" inputMode="decimal" />
      <Line {...line} name="originalPrice" inputMode="decimal" optional />
      <Line {...line} name="testsIncluded" inputMode="numeric" />
      <Choice {...line} name="sampleType" options={sampleOptions} />
      <Checkbox checked={fasting.value} onChange={fasting.onChange}>
        {formTexts.fasting}
      </Checkbox>
      <Checkbox checked={popular.value} onChange={popular.onChange}>
        {formTexts.popular}
      </Checkbox>
    </FormDialog>
  )
}
