import { type LabPartnerView, labPartnerCalls } from '@jaanch/account/labs/api'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useFormCommand } from '@/components/use-command'
import { checkedText, resolverFor } from '@/lib/forms'
import { FormDialog } from '@/ui/form-dialog'
import { Line } from '@/ui/form-line'
import { changeLab } from './calls'

const texts = {
  title: 'Lab Details',
  submitLabel: 'Save Details',
  city: 'City',
  state: 'State',
  pincode: 'PIN Code',
  pincodeWrong: 'A PIN code has six digits',
  labLicense: 'Licence Number',
  labLicenseHint: 'As its NABL certificate has it.',
  tooLong: 'At most 80 characters',
  saved: 'Lab details saved',
  failed: 'Failed to save lab details',
}

const { shape } = labPartnerCalls.changeLabPartner.body

const labDetailsSchema = z.object({
  city: checkedText(shape.city, texts.tooLong),
  state: checkedText(shape.state, texts.tooLong),
  pincode: checkedText(shape.pincode, texts.pincodeWrong),
  labLicense: checkedText(shape.labLicense, texts.tooLong),
})

export function LabDetailsDialog({ lab, onClose }: { lab: LabPartnerView; onClose: () => void }) {
  const form = useForm<z.input<typeof labDetailsSchema>>({
    resolver: resolverFor(labDetailsSchema),
    defaultValues: {
      city: lab.city ?? '',
      state: lab.state ?? '',
      pincode: lab.pincode ?? '',
      labLicense: lab.labLicense ?? '',
    },
  })
  const line = { form, texts, maxLength: 200 }
  const submit = useFormCommand(form, {
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
      {...submit}
      onClose={onClose}
      formClassName="sm:grid-cols-2"
    >
      <Line {...line} name="city" />
      <Line {...line} name="state" />
      <Line {...line} name="pincode" inputMode="numeric" maxLength={10} />
      <Line {...line} name="labLicense" />
    </FormDialog>
  )
}
