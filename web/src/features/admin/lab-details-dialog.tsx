import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useDialogCommand } from '@/components/use-command'
import { checkedText, resolverFor } from '@/lib/forms'
import { changeLab } from '@/lib/resources/labs'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { labDetails as texts } from './texts'

const { shape } = labPartnerRoutes.changeLabPartner.body

const labDetailsSchema = z.object({
  city: checkedText(shape.city, texts.tooLong),
  state: checkedText(shape.state, texts.tooLong),
  pincode: checkedText(shape.pincode, texts.pincodeWrong),
  labLicense: checkedText(shape.labLicense, texts.tooLong),
})

type LabDetailsDialogProps = { lab: LabPartnerView; onClose: () => void }

export function LabDetailsDialog({ lab, onClose }: LabDetailsDialogProps) {
  const { register, handleSubmit, formState } = useForm<z.input<typeof labDetailsSchema>>({
    resolver: resolverFor(labDetailsSchema),
    defaultValues: {
      city: lab.city ?? '',
      state: lab.state ?? '',
      pincode: lab.pincode ?? '',
      labLicense: lab.labLicense ?? '',
    },
  })
  const { errors } = formState
  const { run, busy } = useDialogCommand({
    send: (values: z.input<typeof labDetailsSchema>) => changeLab(lab.id, values),
    succeeded: [texts.saved, lab.labName],
    done: onClose,
    failed: texts.failed,
  })

  return (
    <FormDialog
      title={texts.title}
      description={`${lab.labName}, ${lab.address}`}
      submitLabel={texts.submitLabel}
      isSubmitting={busy}
      onSubmit={handleSubmit(run)}
      onClose={onClose}
      formClassName="sm:grid-cols-2"
    >
      <Field label={texts.city} error={errors.city?.message}>
        <Input autoComplete="off" {...register('city')} />
      </Field>
      <Field label={texts.state} error={errors.state?.message}>
        <Input autoComplete="off" {...register('state')} />
      </Field>
      <Field label={texts.pincode} error={errors.pincode?.message}>
        <Input inputMode="numeric" maxLength={10} autoComplete="off" {...register('pincode')} />
      </Field>
      <Field label={texts.licence} hint={texts.licenceHint} error={errors.labLicense?.message}>
        <Input autoComplete="off" {...register('labLicense')} />
      </Field>
    </FormDialog>
  )
}
