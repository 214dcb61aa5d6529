import { istDate } from '@jaanch/contracts/calendar'
import type { PriceListView } from '@jaanch/contracts/http/price-lists'
import { type PriceListKind, priceListKinds } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useDialogCommand } from '@/components/use-command'
import { controlOf, resolverFor } from '@/lib/forms'
import { useApprovedLabs } from '@/lib/resources/labs'
import { createPriceList } from '@/lib/resources/price-lists'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { fields as fieldTexts, kinds, add as texts } from './texts'
import { endsInTime, endsTooEarly, listFields, untilOf } from './validity'

const schema = z
  .object({ ...listFields, kind: z.enum(priceListKinds), lab: z.string(), subject: z.string() })
  .refine(endsInTime, endsTooEarly)
  .refine(({ kind, lab }) => kind !== 'lab' || lab !== '', { message: texts.labMissing, path: ['lab'] })
  .refine(
    ({ kind, subject }) =>
      kind === 'lab' || kind === 'installation' || (subject.trim() !== '' && subject.trim().length <= 80),
    { message: texts.subjectMissing, path: ['subject'] },
  )
type Form = z.output<typeof schema>

const kindOptions = (Object.keys(kinds) as PriceListKind[]).map((value) => ({ value, label: kinds[value] }))

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
  const { errors } = form.formState
  const kind = form.watch('kind')
  const { run, busy } = useDialogCommand({
    send: (values: Form) =>
      createPriceList({
        ...{ name: values.name.trim(), kind: values.kind, subject: subjectOf(values) },
        ...{ from: values.first, until: untilOf(values.last) },
      }),
    done(list) {
      toast.success(texts.succeeded, list.name)
      onAdded(list)
    },
    failed: texts.failed,
  })
  return (
    <FormDialog
      {...texts.dialog}
      isSubmitting={busy}
      onSubmit={form.handleSubmit((values) => run(values))}
      onClose={onClose}
      formClassName="sm:grid-cols-2"
    >
      <Field label={fieldTexts.name} error={errors.name?.message} className="sm:col-span-2">
        <Input autoComplete="off" maxLength={80} {...form.register('name')} />
      </Field>
      <Field
        label={texts.kind}
        hint={kind === 'installation' ? undefined : texts.atDesk}
        className="sm:col-span-2"
      >
        <Select {...controlOf(form, 'kind')} options={kindOptions} />
      </Field>
      {kind === 'lab' && (
        <Field label={texts.lab} error={errors.lab?.message} className="sm:col-span-2">
          <Select {...controlOf(form, 'lab')} options={labs} placeholder={texts.chooseLab} />
        </Field>
      )}
      {kind !== 'lab' && kind !== 'installation' && (
        <Field label={texts.subject} error={errors.subject?.message} className="sm:col-span-2">
          <Input autoComplete="off" maxLength={80} {...form.register('subject')} />
        </Field>
      )}
      <Field label={fieldTexts.first} error={errors.first?.message}>
        <Input type="date" min="2000-01-01" {...form.register('first')} />
      </Field>
      <Field label={fieldTexts.last} optional error={errors.last?.message}>
        <Input type="date" min="2000-01-01" {...form.register('last')} />
      </Field>
    </FormDialog>
  )
}
