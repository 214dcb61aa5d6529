import type { PriceListView } from '@jaanch/catalogue/price-lists/api'
import { istDate } from '@jaanch/contracts/calendar'
import { type PriceListKind, priceListKinds } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useFormCommand } from '@/components/use-command'
import { useApprovedLabs } from '@/features/account/labs-calls'
import { resolverFor } from '@/lib/forms'
import { Choice } from '@/ui/form-choice'
import { FormDialog } from '@/ui/form-dialog'
import { Line } from '@/ui/form-line'
import { toast } from '@/ui/toast-store'
import { createPriceList } from './calls'
import { endsInTime, endsTooEarly, type Filling, listFields, untilOf } from './prices'
import { addTexts, fieldTexts, fillTexts, kindTexts } from './texts'

const isPercent = (typed: string) => /^\d{1,3}(\.\d{1,2})?$/.test(typed.trim()) && Number(typed) <= 100

const fillSchema = z.object({
  percent: z.string().refine(isPercent, fillTexts.percentWrong),
  direction: z.enum(['below', 'above']),
  step: z.string(),
})

const directionOptions = [
  { value: 'below', label: fillTexts.directions.below },
  { value: 'above', label: fillTexts.directions.above },
]
const stepOptions = Object.entries(fillTexts.roundings)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => Number(a.value) - Number(b.value))

/** Asks how the prices of all tests follow from the catalogue's. */
export function FillDialog({ onFill, onClose }: { onFill: (filling: Filling) => void; onClose: () => void }) {
  const form = useForm<z.output<typeof fillSchema>>({
    resolver: resolverFor(fillSchema),
    defaultValues: { percent: '10', direction: 'below', step: '5' },
  })
  return (
    <FormDialog
      {...fillTexts.dialog}
      isSubmitting={false}
      onSubmit={form.handleSubmit(({ percent, direction, step }) => {
        onFill({ percent: Number(percent), direction, step: Number(step) })
        onClose()
      })}
      onClose={onClose}
    >
      <Line form={form} texts={fillTexts} name="percent" inputMode="decimal" />
      <Choice {...{ form, texts: fillTexts }} name="direction" options={directionOptions} />
      <Choice {...{ form, texts: fillTexts }} name="step" options={stepOptions} />
    </FormDialog>
  )
}

const schema = z
  .object({ ...listFields, kind: z.enum(priceListKinds), lab: z.string(), subject: z.string() })
  .refine(endsInTime, endsTooEarly)
  .refine(({ kind, lab }) => kind !== 'lab' || lab !== '', { message: addTexts.labMissing, path: ['lab'] })
  .refine(
    ({ kind, subject }) =>
      kind === 'lab' || kind === 'installation' || (subject.trim() !== '' && subject.trim().length <= 80),
    { message: addTexts.subjectMissing, path: ['subject'] },
  )
type Form = z.output<typeof schema>

const kindOptions = (Object.keys(kindTexts) as PriceListKind[]).map((value) => ({
  value,
  label: kindTexts[value],
}))

function subjectOf({ kind, lab, subject }: Form): string | null {
  if (kind === 'installation') return null
  return kind === 'lab' ? lab : subject.trim()
}

type AddListDialogProps = { onAdded: (list: PriceListView) => void; onClose: () => void }

export function AddListDialog({ onAdded, onClose }: AddListDialogProps) {
  const labs = useApprovedLabs().rows.map(({ id, labName }) => ({ value: id, label: labName }))
  const form = useForm<Form>({
    resolver: resolverFor(schema),
    defaultValues: {
      ...{ name: '', first: istDate(new Date()), last: '' },
      ...{ kind: 'installation', lab: '', subject: '' },
    },
  })
  const added = { form, texts: addTexts, isWide: true }
  const kind = form.watch('kind')
  const submit = useFormCommand(form, {
    send: (values: Form) =>
      createPriceList({
        ...{ name: values.name.trim(), kind: values.kind, subject: subjectOf(values) },
        ...{ from: values.first, until: untilOf(values.last) },
      }),
    done(list) {
      toast.success(addTexts.succeeded, list.name)
      onAdded(list)
    },
    failed: addTexts.failed,
  })
  return (
    <FormDialog {...addTexts.dialog} {...submit} onClose={onClose} formClassName="sm:grid-cols-2">
      <Line form={form} texts={fieldTexts} name="name" isWide />
      <Choice
        {...added}
        name="kind"
        hint={kind === 'installation' ? undefined : addTexts.atDesk}
        options={kindOptions}
      />
      {kind === 'lab' && <Choice {...added} name="lab" options={labs} placeholder={addTexts.chooseLab} />}
      {kind !== 'lab' && kind !== 'installation' && <Line {...added} name="subject" />}
      <Line form={form} texts={fieldTexts} name="first" type="date" min="2000-01-01" />
      <Line form={form} texts={fieldTexts} name="last" type="date" min="2000-01-01" optional />
    </FormDialog>
  )
}
